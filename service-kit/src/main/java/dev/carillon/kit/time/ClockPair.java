package dev.carillon.kit.time;

import java.time.Clock;
import java.time.Instant;

/** The wall clock, which can step, and the monotonic clock, which can't. */
public record ClockPair(Clock wall, Ticker monotonic) {
    public ClockReading now() {
        return new ClockReading(wall.instant(), monotonic.nanos());
    }

    public Instant instant() {
        return wall.instant();
    }

    public long nanos() {
        return monotonic.nanos();
    }
}
