package dev.carillon.kit.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that only tests move; as a {@link Ticker} it never steps back, even when the clock is set back. */
public final class ManualClock extends Clock implements Ticker {
    private Instant now;
    private long ticked;

    public ManualClock(Instant start) {
        now = start;
    }

    public static ManualClock at(String instant) {
        return new ManualClock(Instant.parse(instant));
    }

    /** Lets time pass: the wall clock and the monotonic one. */
    public synchronized ManualClock advance(Duration time) {
        now = now.plus(time);
        ticked += time.toNanos();
        return this;
    }

    /** Steps the wall clock forward or back, without passing time. */
    public synchronized ManualClock set(Instant instant) {
        now = instant;
        return this;
    }

    /** A pause that takes no real time but moves this clock. */
    public Pause pause() {
        return this::advance;
    }

    @Override
    public synchronized Instant instant() {
        return now;
    }

    @Override
    public synchronized long nanos() {
        return ticked;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("instants have no zone; name it where a local time is needed");
    }
}
