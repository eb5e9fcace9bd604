package dev.carillon.collector.streams;

import java.time.Duration;

/**
 * Decides when a Streams thread commits before its interval is over: at once when it is idle, so that a retry or an
 * outcome need not wait; not at all when it is busy, because even a small commit costs milliseconds. Times are
 * milliseconds.
 */
final class CommitPace {
    /** The shortest time between two commits that are requested. */
    static final Duration SHORTEST = Duration.ofMillis(25);
    /** With more outputs than this since the last commit the thread is busy. */
    static final int FEW = 100;

    private final long interval;
    private int outputs;
    private long last = Long.MIN_VALUE / 2;

    CommitPace(Duration interval) {
        this.interval = interval.toMillis();
    }

    void written(int count) {
        outputs += count;
    }

    boolean isWaiting() {
        return outputs > 0;
    }

    /** When to commit the outputs written so far; in the past if at once. */
    long next() {
        return last + (outputs > FEW ? interval : Math.min(interval, SHORTEST.toMillis()));
    }

    /** Whether to commit now; if so, it counts as done. */
    boolean isTime(long now) {
        if (outputs == 0 || now < next()) {
            return false;
        }
        outputs = 0;
        last = now;
        return true;
    }
}
