package dev.carillon.worker;

import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Ticker;
import dev.carillon.worker.execution.AttemptScheduler;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Ends the worker when no slot comes back: all are taken by handlers that still run though their attempts have ended.
 * Belongs to the polling thread.
 */
final class StuckSlots {
    /** With the time to leave the group, the partitions are given up within half a minute. */
    static final Duration GIVEN_UP_AFTER = Duration.ofSeconds(20);

    private final AttemptScheduler scheduler;
    private final Ticker ticker;
    private @Nullable Deadline givenUp;

    StuckSlots(AttemptScheduler scheduler, Ticker ticker) {
        this.scheduler = scheduler;
        this.ticker = ticker;
    }

    /** Throws {@link WorkerBroken} if nothing could start for too long. */
    void check() {
        if (!scheduler.isStuck()) {
            givenUp = null;
        } else if (givenUp == null) {
            givenUp = Deadline.in(GIVEN_UP_AFTER, ticker);
        } else if (givenUp.isOver()) {
            throw new WorkerBroken(
                    "nothing can start any more: " + scheduler.leaked() + " handlers still run though their attempts"
                            + " have ended; make them end when they are interrupted",
                    null);
        }
    }
}
