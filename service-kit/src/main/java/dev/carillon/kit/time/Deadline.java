package dev.carillon.kit.time;

import java.time.Duration;

/** A point of monotonic time by which something has to end. */
public final class Deadline {
    /** Long enough for "no deadline", short enough that no arithmetic overflows. */
    private static final Duration LONGEST = Duration.ofDays(365);

    private final Ticker ticker;
    private final long endNanos;

    private Deadline(Ticker ticker, long endNanos) {
        this.ticker = ticker;
        this.endNanos = endNanos;
    }

    public static Deadline in(Duration time) {
        return in(time, SystemTime.ticker());
    }

    public static Deadline in(Duration time, Ticker ticker) {
        Duration bounded = time.compareTo(LONGEST) > 0 ? LONGEST : time;
        return new Deadline(ticker, ticker.nanos() + bounded.toNanos());
    }

    /** The remaining time, never negative. */
    public Duration remaining() {
        return Duration.ofNanos(remainingNanos());
    }

    public long remainingNanos() {
        return Math.max(0, endNanos - ticker.nanos());
    }

    public boolean isOver() {
        return remainingNanos() == 0;
    }
}
