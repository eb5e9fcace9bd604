package dev.carillon.trigger.dispatch.failure;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import java.io.Serial;
import java.util.Optional;

/** This instance can't lead, and trying again soon would not help. */
public final class MayNotLead extends CodedException {
    @Serial
    private static final long serialVersionUID = 1L;

    public MayNotLead(KitErrorCode code, String why) {
        super(code, "this instance may not lead: " + why);
    }

    /** Throws if a part of the state is unreadable: a leader would decide ticks twice or keep deleted schedules. */
    public static void ifUnreadable(Optional<String> unreadable) {
        if (unreadable.isPresent()) {
            throw new MayNotLead(
                    KitErrorCode.STATE_UNREADABLE,
                    "it can't read what the last leader could: " + unreadable.get()
                            + ". Run the version of Carillon and Java that wrote it, or a newer one");
        }
    }

    /** Throws if an input topic was created again: with old positions a leader would drop commands and definitions. */
    public static void ifLost(Optional<String> input) {
        if (input.isPresent()) {
            throw new MayNotLead(KitErrorCode.TOPIC_MADE_ANEW, input.get());
        }
    }
}
