package dev.carillon.worker;

import dev.carillon.kit.time.ClockPair;
import dev.carillon.kit.time.Deadline;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets running work end before a stop, and hands back what does not. */
final class Drain {
    /** How long committing the handed-back attempts may take. */
    private static final Duration HAND_BACK_WITHIN = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(Drain.class);

    private final Inbox inbox;
    private final TaskFlow flow;
    private final FetchControl fetching;
    private final CommitCycle commits;
    private final ClockPair clocks;
    private final CountDownLatch idle = new CountDownLatch(1);
    private volatile boolean draining;

    Drain(Inbox inbox, TaskFlow flow, FetchControl fetching, CommitCycle commits, ClockPair clocks) {
        this.inbox = inbox;
        this.flow = flow;
        this.fetching = fetching;
        this.commits = commits;
        this.clocks = clocks;
    }

    boolean isDraining() {
        return draining;
    }

    void begin() {
        draining = true;
        inbox.post(() -> {
            fetching.drain();
            flow.dropWaiting();
            checkIdle();
        });
    }

    /** Called in every round of the loop. */
    void checkIdle() {
        if (draining && isIdle()) {
            idle.countDown();
        }
    }

    private boolean isIdle() {
        return flow.scheduler().unfinished() == 0 && flow.finished() == 0 && commits.uncommitted() == 0;
    }

    /** Waits for running work, then hands the rest back. */
    void await(Duration forWork) {
        try {
            if (!awaitIdle(forWork)) {
                inbox.post(() -> flow.scheduler().handBackRunning(clocks.now()));
                if (!awaitIdle(HAND_BACK_WITHIN)) {
                    // Safe: the next owners read the records of these attempts again.
                    LOG.warn(
                            "not all attempts were handed back within {}; other workers run the rest again",
                            HAND_BACK_WITHIN);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean awaitIdle(Duration within) throws InterruptedException {
        return idle.await(Deadline.in(within).remainingNanos(), TimeUnit.NANOSECONDS);
    }
}
