package dev.carillon.kit.time;

import java.time.Duration;
import java.time.Instant;

/**
 * What the wall clock and the monotonic clock showed at one time. Whatever was decided outside this process, such as a
 * deadline, is compared with the wall clock, and whatever is counted from something here, such as a timeout, with the
 * monotonic clock: a step of the wall clock must not end running work.
 */
public record Moment(Instant wall, long nanos) {
    /** The time since an earlier moment. */
    public Duration since(Moment earlier) {
        return Duration.ofNanos(nanos - earlier.nanos);
    }

    /** A later moment, as it would be if the wall clock did not step meanwhile. */
    public Moment after(Duration time) {
        return new Moment(wall.plus(time), nanos + time.toNanos());
    }

    /** Whether this moment is the other one or a later one. */
    public boolean hasReached(Moment other) {
        return nanos - other.nanos >= 0;
    }
}
