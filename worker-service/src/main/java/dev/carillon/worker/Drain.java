package dev.carillon.worker;

import dev.carillon.kit.time.Deadline;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets running work end before a stop, and hands back what does not. */
final class Drain {
    /** How long the end of what was handed back may take to be committed. */
    private static final Duration LAST_WORD = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(Drain.class);

    private final Inbox inbox;
    private final TaskFlow flow;
    private final Intake intake;
    private final Commits commits;
    private final Clock clock;
    private final CountDownLatch idle = new CountDownLatch(1);
    private volatile boolean draining;

    Drain(Inbox inbox, TaskFlow flow, Intake intake, Commits commits, Clock clock) {
        this.inbox = inbox;
        this.flow = flow;
        this.intake = intake;
        this.commits = commits;
        this.clock = clock;
    }

    boolean isDraining() {
        return draining;
    }

    void begin() {
        draining = true;
        inbox.post(() -> {
            intake.drain();
            flow.dropWaiting();
            look();
        });
    }

    /** Called in every round of the loop. */
    void look() {
        if (draining && isIdle()) {
            idle.countDown();
        }
    }

    private boolean isIdle() {
        return flow.scheduler().inHand() == 0 && flow.finished() == 0 && commits.uncommitted() == 0;
    }

    /** Waits for running work, then hands the rest back. */
    void await(Duration forWork) {
        try {
            if (!awaitIdle(forWork)) {
                inbox.post(() -> flow.scheduler().handBackRunning(clock.instant()));
                if (!awaitIdle(LAST_WORD)) {
                    // Safe: the next owners find these tasks where they are.
                    LOG.warn("not everything was handed back within {}", LAST_WORD);
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
