package dev.carillon.trigger.dispatch;

import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Pause;
import dev.carillon.kit.time.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * How long before their instant ticks are written, so that nothing but the commit is left to do when it has come: as long
 * as writing took lately. Until the commit no read_committed reader sees them, nor anything that others write behind them,
 * hence the limit. One thread owns it.
 */
final class HeadStart {
    private static final Duration LONGEST = Duration.ofMillis(25);
    private static final Duration AT_FIRST = Duration.ofMillis(4);
    /** Planning, and what one slice takes longer than another. */
    private static final Duration MARGIN = Duration.ofMillis(1);
    /** A clock that is set back by less is waited for. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Clock clock;
    private final Ticker ticker;
    private final Pause pause;
    private long slowest = AT_FIRST.toNanos();

    HeadStart(Clock clock, Ticker ticker, Pause pause) {
        this.clock = clock;
        this.ticker = ticker;
        this.pause = pause;
    }

    Duration length() {
        Duration wanted = Duration.ofNanos(slowest + slowest / 2).plus(MARGIN);
        return wanted.compareTo(LONGEST) < 0 ? wanted : LONGEST;
    }

    /** Writing the ticks of a slice took so long. One slow slice counts for the next ten or so. */
    void wrote(Duration took) {
        slowest = Math.max(took.toNanos(), slowest - slowest / 10);
    }

    /** Returns when the instant has come by the wall clock. */
    void await(Instant instant) throws InterruptedException {
        Deadline deadline = Deadline.in(LONGEST.plus(PATIENCE), ticker);
        Duration left = Duration.between(clock.instant(), instant);
        while (left.compareTo(Duration.ZERO) > 0) {
            if (deadline.isOver()) {
                throw new SliceFailed(
                        "the clock here was set back while the ticks of " + instant
                                + " waited for their instant. Check this host's time service",
                        null);
            }
            pause.forAtMost(left.compareTo(deadline.remaining()) < 0 ? left : deadline.remaining());
            left = Duration.between(clock.instant(), instant);
        }
    }
}
