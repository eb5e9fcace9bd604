package dev.carillon.worker.presence;

import dev.carillon.kit.time.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Compares this machine's clock with the brokers' (a record's append time lies between its sending and its answer), and
 * between two answers with the monotonic clock, so that a step is noticed at once. Nothing is known before the first
 * answer, and then the clock does not count as right.
 */
public final class ClockCheck {
    /** Beyond this, work that is to start at an instant does not start. */
    public static final Duration BOUND = Duration.ofSeconds(2);

    private final Clock clock;
    private final Ticker ticker;
    private volatile @Nullable Observation last;

    /** How far the clock was ahead when both clocks showed this. */
    private record Observation(Duration deviation, Instant wall, long nanos) {}

    public ClockCheck(Clock clock, Ticker ticker) {
        this.clock = clock;
        this.ticker = ticker;
    }

    /** What the brokers wrote, and when it was sent by our clock; called as soon as it is answered. */
    public void answered(Instant sent, Instant appended) {
        Instant now = clock.instant();
        if (now.isAfter(sent.plus(BOUND))) {
            return; // An answer that took so long, or during which the clock was put forward, tells too little.
        }
        Duration ahead = Duration.ZERO;
        if (appended.isBefore(sent)) {
            ahead = Duration.between(appended, sent);
        } else if (appended.isAfter(now)) {
            ahead = Duration.between(appended, now);
        }
        last = new Observation(ahead, now, ticker.nanos());
    }

    /** How far our clock is surely ahead, negative when it is behind; null while nothing is known. */
    @Nullable
    Duration deviation() {
        Observation seen = last;
        if (seen == null) {
            return null;
        }
        Duration byWall = Duration.between(seen.wall(), clock.instant());
        return seen.deviation().plus(byWall).minusNanos(ticker.nanos() - seen.nanos());
    }

    public boolean isRight() {
        Duration deviation = deviation();
        return deviation != null && deviation.abs().compareTo(BOUND) <= 0;
    }

    /** Why work that is to start at an instant has to wait; empty when it has not. */
    public String whyNot() {
        Duration deviation = deviation();
        if (deviation == null) {
            return "this machine's clock was not compared with the brokers' yet: work that is to start at an instant"
                    + " waits";
        }
        return isRight()
                ? ""
                : "this machine's clock differs from the brokers' by " + deviation
                        + ": work that is to start at an instant waits; set the clock";
    }
}
