package dev.carillon.trigger.dispatch;

import dev.carillon.kit.time.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Notices when the wall clock is set: it and the monotonic clock should go on by the same. One thread owns it. */
final class ClockSteps {
    /** A time service that slews moves a clock by far less between two looks. */
    static final Duration BOUND = Duration.ofSeconds(2);

    private final Clock clock;
    private final Ticker ticker;
    private Instant wall;
    private long nanos;

    ClockSteps(Clock clock, Ticker ticker) {
        this.clock = clock;
        this.ticker = ticker;
        this.wall = clock.instant();
        this.nanos = ticker.nanos();
    }

    /** A leader whose clock was set leaves: another may have a better one, and a term of its own looks at it anew. */
    void check(boolean leads) {
        Duration step = sinceLastLook();
        if (leads && step.abs().compareTo(BOUND) > 0) {
            throw new SliceFailed(
                    "the clock here was set " + (step.isNegative() ? "back" : "forward") + " by "
                            + step.abs().toSeconds() + " s while this instance led. Check this host's time service",
                    null);
        }
    }

    /** By how much the wall clock was set, forth or back. */
    private Duration sinceLastLook() {
        Instant wallNow = clock.instant();
        long nanosNow = ticker.nanos();
        Duration step = Duration.between(wall, wallNow).minusNanos(nanosNow - nanos);
        wall = wallNow;
        nanos = nanosNow;
        return step;
    }
}
