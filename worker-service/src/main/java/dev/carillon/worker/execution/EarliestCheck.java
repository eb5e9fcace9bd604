package dev.carillon.worker.execution;

import dev.carillon.kit.time.ClockReading;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** When a running attempt is to be looked at next. */
final class EarliestCheck {
    /** Null if none is to be. */
    private @Nullable ClockReading next;

    /** Has it looked at by then, at the latest. */
    void by(ClockReading time) {
        next = next == null || next.hasReached(time) ? time : next;
    }

    /** Whether it is due; then it is forgotten, and all attempts have to be looked at. */
    boolean take(ClockReading now) {
        boolean due = next != null && now.hasReached(next);
        next = due ? null : next;
        return due;
    }

    /** How long until it is due; null if none is. */
    @Nullable
    Duration since(ClockReading now) {
        return next == null ? null : next.since(now);
    }
}
