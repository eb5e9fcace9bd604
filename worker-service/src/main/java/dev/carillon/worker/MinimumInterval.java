package dev.carillon.worker;

import java.time.Duration;

/** Keeps a minimum interval between two runs of something. Not safe for use by several threads. */
final class MinimumInterval {
    private final Duration every;
    private boolean hasRun;
    private long lastNanos;

    MinimumInterval(Duration every) {
        this.every = every;
    }

    /**
     * How long to wait before it may run again; if zero, it counts as run now.
     *
     * @param now of the monotonic clock
     */
    Duration waitBeforeNext(long now) {
        Duration left = hasRun ? every.minusNanos(now - lastNanos) : Duration.ZERO;
        if (left.compareTo(Duration.ZERO) > 0) {
            return left;
        }
        hasRun = true;
        lastNanos = now;
        return Duration.ZERO;
    }
}
