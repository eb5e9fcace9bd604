package dev.carillon.worker.presence;

import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.state.AgreedDurations;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Compares this machine's clock with the brokers' (a record's append time lies between its sending and its
 * acknowledgement), and between two comparisons with the monotonic clock, so that a step is noticed at once. Before the
 * first comparison the clock does not count as right.
 */
public final class ClockCheck {

    private final Clock clock;
    private final Ticker ticker;
    private volatile @Nullable Observation last;

    /** How far this clock was ahead of the brokers', and what this clock and the monotonic clock showed then. */
    private record Observation(Duration deviation, Instant wall, long nanos) {}

    public ClockCheck(Clock clock, Ticker ticker) {
        this.clock = clock;
        this.ticker = ticker;
    }

    /**
     * Compares the append time of a record with the time it was sent; must be called as soon as the record is
     * acknowledged.
     */
    public void acknowledged(Instant sent, Instant appended) {
        Instant now = clock.instant();
        if (now.isAfter(sent.plus(AgreedDurations.CLOCK_BOUND))) {
            return; // Too imprecise: the acknowledgement took long, or the clock was put forward meanwhile.
        }
        Duration ahead = Duration.ZERO;
        if (appended.isBefore(sent)) {
            ahead = Duration.between(appended, sent);
        } else if (appended.isAfter(now)) {
            ahead = Duration.between(appended, now);
        }
        last = new Observation(ahead, now, ticker.nanos());
    }

    /**
     * How far this clock is ahead of the brokers' at least, negative if it is behind; null before the first comparison.
     */
    @Nullable
    Duration deviation() {
        Observation seen = last;
        if (seen == null) {
            return null;
        }
        Duration byWall = Duration.between(seen.wall(), clock.instant());
        return seen.deviation().plus(byWall).minusNanos(ticker.nanos() - seen.nanos());
    }

    /** What the brokers' clocks show, as far as known; before the first comparison what this machine's clock shows. */
    public Instant brokersNow() {
        Duration ahead = deviation();
        Instant now = clock.instant();
        return ahead == null ? now : now.minus(ahead);
    }

    public boolean isRight() {
        Duration deviation = deviation();
        return deviation != null && deviation.abs().compareTo(AgreedDurations.CLOCK_BOUND) <= 0;
    }

    /** Why work that is due at an instant has to wait; empty if it has not. */
    public String whyNot() {
        Duration deviation = deviation();
        if (deviation == null) {
            return "this machine's clock has not been compared with the brokers' yet: work that is due at an instant"
                    + " waits";
        }
        return isRight()
                ? ""
                : "this machine's clock differs from the brokers' by " + deviation
                        + ": work that is due at an instant waits; set the clock";
    }
}
