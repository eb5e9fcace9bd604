package dev.carillon.trigger.dispatch;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import java.io.Serial;
import java.time.Duration;

/** The clock here is too far behind Kafka's: whoever led by it would decide nothing, or all too late, and look healthy. */
public final class ClockBehind extends CodedException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final Duration by;

    private ClockBehind(Duration by) {
        super(KitErrorCode.CLOCK_BEHIND, "this instance may not lead: " + words(by));
        this.by = by;
    }

    /** Whoever leads has to have a clock that is this much behind at most. */
    public static void check(Duration by) {
        if (by.compareTo(ClockSteps.BOUND) > 0) {
            throw new ClockBehind(by);
        }
    }

    /** What is wrong and what to do; less than nothing is ahead. */
    static String words(Duration by) {
        return "the clock of this host is " + by.abs().toSeconds() + " s "
                + (by.isNegative() ? "ahead of" : "behind") + " what Kafka says. Look at the time service of this"
                + " host, or of the brokers; it goes on by itself when the clocks agree"
                + (by.isNegative()
                        ? ""
                        : ". If this clock is right and others ran ahead of it before, ticks are decided up to then, and"
                                + " it goes on when it has caught up, in " + by.toSeconds() + " s");
    }

    /** So much at least. */
    public Duration by() {
        return by;
    }
}
