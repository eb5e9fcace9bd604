package dev.carillon.trigger.dispatch.clock;

import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Pause;
import dev.carillon.kit.time.Ticker;
import dev.carillon.trigger.dispatch.failure.SliceFailed;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * How long before their instant ticks are written, so that only the commit is left to do then: as long as writing took
 * lately. It is limited, because until the commit read_committed readers see neither the ticks nor any record behind
 * them. One thread owns it.
 */
public final class HeadStart {
    private static final Duration LONGEST = Duration.ofMillis(25);
    private static final Duration AT_FIRST = Duration.ofMillis(4);
    /** For planning, and for slices that take a little longer than others. */
    private static final Duration MARGIN = Duration.ofMillis(1);
    /** If the clock is set back by less, the slice waits for it. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Clock clock;
    private final Ticker ticker;
    private final Pause pause;
    private long slowest = AT_FIRST.toNanos();

    /**
     * The head start of one log.
     *
     * @param pause the finest wait of the system: ticks are as punctual as this is
     */
    public HeadStart(Clock clock, Ticker ticker, Pause pause) {
        this.clock = clock;
        this.ticker = ticker;
        this.pause = pause;
    }

    public Duration length() {
        Duration wanted = Duration.ofNanos(slowest + slowest / 2).plus(MARGIN);
        return wanted.compareTo(LONGEST) < 0 ? wanted : LONGEST;
    }

    /** The moment at which writing begins, for {@link #wroteSince}. */
    public long beginsWriting() {
        return ticker.nanos();
    }

    public void wroteSince(long begun) {
        wrote(Duration.ofNanos(ticker.nanos() - begun));
    }

    /** Notes how long writing the ticks of a slice took. A slow slice counts for about the next ten. */
    void wrote(Duration took) {
        slowest = Math.max(took.toNanos(), slowest - slowest / 10);
    }

    /** Returns when the instant has come by the wall clock. */
    public void await(Instant instant) throws InterruptedException {
        Deadline deadline = Deadline.in(LONGEST.plus(PATIENCE), ticker);
        Duration left = Duration.between(clock.instant(), instant);
        while (left.compareTo(Duration.ZERO) > 0) {
            if (deadline.isOver()) {
                throw new SliceFailed(
                        "the clock of this host was set back while the ticks of " + instant
                                + " waited for their instant. Check this host's time service",
                        null);
            }
            pause.forAtMost(left.compareTo(deadline.remaining()) < 0 ? left : deadline.remaining());
            left = Duration.between(clock.instant(), instant);
        }
    }
}
