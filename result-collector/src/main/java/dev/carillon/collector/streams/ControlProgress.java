package dev.carillon.collector.streams;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells partitions on other threads how far {@code control} has been read; counts commands that the reader could not
 * keep.
 */
final class ControlProgress {
    private final AtomicLong newest = new AtomicLong(-1);
    private final Runnable onUnusable;
    private final Runnable onForgotten;

    ControlProgress(Runnable onUnusable, Runnable onForgotten) {
        this.onUnusable = onUnusable;
        this.onForgotten = onForgotten;
    }

    void cancelled(long offset) {
        newest.accumulateAndGet(offset, Math::max);
    }

    void unusable() {
        onUnusable.run();
    }

    void forgotten() {
        onForgotten.run();
    }

    /** Offset of the newest cancel, or -1. */
    long newest() {
        return newest.get();
    }
}
