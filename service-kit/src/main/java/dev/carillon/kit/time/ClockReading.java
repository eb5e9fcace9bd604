package dev.carillon.kit.time;

import java.time.Duration;
import java.time.Instant;

/**
 * What the wall clock and the monotonic clock showed at one time. A deadline that others have decided is compared with
 * the wall clock. A timeout is counted by the monotonic clock: a step of the wall clock must not end running work.
 */
public record ClockReading(Instant wall, long nanos) {
    /** The time since an earlier reading. */
    public Duration since(ClockReading earlier) {
        return Duration.ofNanos(nanos - earlier.nanos);
    }

    /** A later reading, as it would be if the wall clock did not step meanwhile. */
    public ClockReading after(Duration time) {
        return new ClockReading(wall.plus(time), nanos + time.toNanos());
    }

    /** Whether this reading is not before the other one. */
    public boolean hasReached(ClockReading other) {
        return nanos - other.nanos >= 0;
    }
}
