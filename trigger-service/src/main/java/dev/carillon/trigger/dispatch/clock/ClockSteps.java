package dev.carillon.trigger.dispatch.clock;

import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.state.AgreedDurations;
import dev.carillon.trigger.dispatch.failure.SliceFailed;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Detects that the wall clock was set, by comparing it with the monotonic clock. One thread owns it. */
public final class ClockSteps {

    private final Clock clock;
    private final Ticker ticker;
    private Instant wall;
    private long nanos;

    public ClockSteps(Clock clock, Ticker ticker) {
        this.clock = clock;
        this.ticker = ticker;
        this.wall = clock.instant();
        this.nanos = ticker.nanos();
    }

    /** Throws if a leader's clock was set, which ends the term: another instance may have a better clock. */
    public void check(boolean leads) {
        Duration step = sinceLastCheck();
        if (leads && step.abs().compareTo(AgreedDurations.CLOCK_BOUND) > 0) {
            throw new SliceFailed(
                    "the clock of this host was set " + (step.isNegative() ? "back" : "forward") + " by "
                            + step.abs().toSeconds() + " s while this instance led. Check this host's time service",
                    null);
        }
    }

    private Duration sinceLastCheck() {
        Instant wallNow = clock.instant();
        long nanosNow = ticker.nanos();
        Duration step = Duration.between(wall, wallNow).minusNanos(nanosNow - nanos);
        wall = wallNow;
        nanos = nanosNow;
        return step;
    }
}
