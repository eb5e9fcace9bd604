package dev.carillon.trigger.slice;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.trigger.catalogue.Memory;
import dev.carillon.trigger.catalogue.Standing;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a reason alone does not say of a skip, for whoever asks why: the end of a sentence, no part of any decision. */
final class SkipCause {
    private static final int NAMED = 5;

    private SkipCause() {}

    /** Of a tick of a definition that is in force; null where the reason says all. */
    static @Nullable String of(SkipReason reason, Schedule schedule, Draft draft) {
        if (reason != SkipReason.BROKEN) {
            return null;
        }
        return draft.queueExists(schedule.work().queue())
                ? "its calendar " + schedule.when().calendar() + " does not exist"
                : noQueue(schedule);
    }

    static String noQueue(Schedule schedule) {
        return "its queue " + ContractException.shown(schedule.work().queue()) + " has no topics";
    }

    /** Of a tick of a time in which nobody led. */
    static @Nullable String inGap(SkipReason reason, Schedule schedule, Instant now) {
        return switch (reason) {
            case MISSED ->
                "no trigger decided it in time, and its rule for missed ticks makes up for no more: decided at " + now;
            case BROKEN -> "its calendar " + schedule.when().calendar() + " does not exist";
            default -> null;
        };
    }

    /** Of a tick of a pause's gap, or that of a schedule that was parked. */
    static @Nullable String inOwnGap(SkipReason reason, Standing before) {
        Standing.Pause pause = before.pause();
        Standing.Broken broken = before.broken();
        if (reason == SkipReason.PAUSED && pause != null) {
            return "it was paused since " + pause.since() + (pause.reason() == null ? "" : ": " + pause.reason());
        }
        if (reason != SkipReason.BROKEN) {
            return null;
        }
        return broken != null && before.isParked()
                ? "the schedule was parked since " + broken.since() + ": " + broken.message() + " (" + broken.code()
                        + ")"
                : "its calendar " + before.calendar() + " does not exist";
    }

    /** What an earlier tick leaves in the way of a later one. */
    static String inTheWay(Memory memory) {
        return memory.open().isEmpty()
                ? "the tick of " + memory.waiting().get(0) + " waited before it"
                : memory.open().get(0) + " had no outcome yet";
    }

    static String endedOtherwise(String parent, OutcomeStatus status, Schedule schedule) {
        return parent + " ended " + status + ", and dependsOnEnd is "
                + schedule.when().dependsOnEnd().name().toLowerCase(Locale.ROOT);
    }

    /** Of an instant for which some never ended. */
    static String gaveUp(String why, List<String> parents, BigInteger bits) {
        List<String> missing = new ArrayList<>();
        for (int i = 0; i < parents.size(); i++) {
            if (!bits.testBit(i)) {
                missing.add(parents.get(i));
            }
        }
        int more = missing.size() - NAMED;
        return why + "; it waited for " + String.join(", ", missing.subList(0, Math.min(NAMED, missing.size())))
                + (more > 0 ? " and " + more + " more" : "");
    }
}
