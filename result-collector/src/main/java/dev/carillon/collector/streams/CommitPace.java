package dev.carillon.collector.streams;

import java.time.Duration;

/**
 * When a Streams thread commits before its interval is over: at once when it is idle, so that a retry or an outcome need
 * not wait; not at all when it is busy, because a commit costs milliseconds whatever its size. Times are milliseconds.
 */
final class CommitPace {
    /** The shortest time between two commits that were asked for. */
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

    /** When the outputs written so far are to be committed; in the past if that is at once. */
    long next() {
        return last + (outputs > FEW ? interval : Math.min(interval, SHORTEST.toMillis()));
    }

    /** Whether to commit now, which then counts as done. */
    boolean isTime(long now) {
        if (outputs == 0 || now < next()) {
            return false;
        }
        outputs = 0;
        last = now;
        return true;
    }
}
