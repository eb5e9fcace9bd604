package dev.carillon.worker;

import java.time.Duration;
import java.time.Instant;

/** Keeps a minimum interval between two runs of something. Not safe for use by several threads. */
final class MinimumInterval {
    private final Duration every;
    private Instant next = Instant.EPOCH;

    MinimumInterval(Duration every) {
        this.every = every;
    }

    /** How long to wait before it may run again; if zero, it counts as run now. */
    Duration waitBeforeNext(Instant now) {
        // If the clock was set back, the wait is not longer than one interval.
        if (now.isBefore(next) && next.minus(every).isBefore(now)) {
            return Duration.between(now, next);
        }
        next = now.plus(every);
        return Duration.ZERO;
    }
}
