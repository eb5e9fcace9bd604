package dev.carillon.trigger.dispatch.failure;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.schemas.state.AgreedDurations;
import java.io.Serial;
import java.time.Duration;

/** This host's clock is too far behind Kafka's: a leader with it would decide ticks late or never, and look healthy. */
public final class ClockBehind extends CodedException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final Duration by;

    private ClockBehind(Duration by) {
        super(KitErrorCode.CLOCK_BEHIND, "this instance may not lead: " + words(by));
        this.by = by;
    }

    /** Throws if a leader's clock may not be this much behind. */
    public static void check(Duration by) {
        if (by.compareTo(AgreedDurations.CLOCK_BOUND) > 0) {
            throw new ClockBehind(by);
        }
    }

    /** The problem and what to do; a negative duration means that the clock is ahead. */
    public static String words(Duration by) {
        return "the clock of this host is " + by.abs().toSeconds() + " s "
                + (by.isNegative() ? "ahead of" : "behind") + " Kafka's. Check the time service of this host and of"
                + " the brokers; the trigger goes on by itself when the clocks agree"
                + (by.isNegative()
                        ? ""
                        : ". If this clock is right and that of another leader ran ahead, ticks are decided up to then,"
                                + " and the trigger goes on when this clock has caught up, in " + by.toSeconds()
                                + " s");
    }

    /** How far the clock is behind, at least. */
    public Duration by() {
        return by;
    }
}
