package dev.carillon.kit.lifecycle;

import dev.carillon.kit.threads.Threads;
import dev.carillon.kit.time.Deadline;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns one thread that calls {@link LoopBody#runOnce} until it is stopped. A round that throws is reported once, and a
 * growing pause follows; an {@link Error} ends the loop as FAILED.
 */
public final class Loop extends StatefulService {
    /** The last fraction of the time to stop, in which a round that does not react is interrupted. */
    private static final int INTERRUPT_IN_LAST_FRACTION = 5;

    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

    private final Clock clock;
    private final LoopBody body;
    private final LoopRhythm rhythm;
    private final LoopListener listener;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean ending;
    private boolean poked;
    private @Nullable Thread thread;

    public Loop(String name, Clock clock, LoopBody body, LoopRhythm rhythm, LoopListener listener) {
        super(name);
        this.clock = clock;
        this.body = body;
        this.rhythm = rhythm;
        this.listener = listener;
    }

    public Loop(String name, Clock clock, LoopBody body, LoopRhythm rhythm) {
        this(name, clock, body, rhythm, LoopListener.logging());
    }

    /** Ends the pause between two rounds early, because there is work. */
    public void poke() {
        lock.lock();
        try {
            poked = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    protected void startUp() throws Exception {
        CompletableFuture<@Nullable Void> begun = new CompletableFuture<>();
        Thread started = Threads.named(name(), () -> run(begun));
        lock.lock();
        try {
            ending = false;
            thread = started;
        } finally {
            lock.unlock();
        }
        started.start();
        try {
            begun.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    @Override
    protected void shutDown(Duration within) throws Exception {
        Deadline deadline = Deadline.in(within);
        Thread running = requestEnd();
        if (running == null || running == Thread.currentThread()) {
            return; // The body stops its own loop: its current round is the last one.
        }
        body.wakeUp();
        long uninterrupted = deadline.remainingNanos() - deadline.remainingNanos() / INTERRUPT_IN_LAST_FRACTION;
        join(running, uninterrupted);
        if (running.isAlive()) {
            running.interrupt();
            join(running, deadline.remainingNanos());
        }
        if (running.isAlive()) {
            throw new IllegalStateException("the thread of " + name() + " did not end within " + within);
        }
    }

    private static void join(Thread thread, long nanos) throws InterruptedException {
        // At least a millisecond, as zero would wait for ever.
        thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
    }

    private @Nullable Thread requestEnd() {
        lock.lock();
        try {
            ending = true;
            changed.signalAll();
            return thread;
        } finally {
            lock.unlock();
        }
    }

    private void run(CompletableFuture<@Nullable Void> begun) {
        try {
            body.begin();
            begun.complete(null);
            while (!ending()) {
                oneRound();
            }
        } catch (Throwable e) {
            if (!begun.completeExceptionally(e)) {
                notifyListener(e, 1, Duration.ZERO);
                fail(e);
            }
        } finally {
            close();
        }
    }

    private int failedInARow;

    private void oneRound() {
        Duration pause = rhythm.between();
        try {
            body.runOnce(clock.instant());
            failedInARow = 0;
        } catch (Exception e) {
            if (ending()) {
                // The stop woke or interrupted it, which is how waiting rounds end, so it is no failure to report.
                LOG.debug("the last round of {} ended with an exception", name(), e);
                return;
            }
            failedInARow++;
            pause = rhythm.backoff(failedInARow);
            notifyListener(e, failedInARow, pause);
        }
        rest(pause);
    }

    private void rest(Duration pause) {
        lock.lock();
        try {
            long left = pause.toNanos();
            while (left > 0 && !ending && !poked) {
                left = changed.awaitNanos(left);
            }
            poked = false;
        } catch (InterruptedException e) {
            // Only stop() interrupts this thread, and it has set "ending" before: the loop ends with the next check.
        } finally {
            lock.unlock();
        }
    }

    private boolean ending() {
        lock.lock();
        try {
            return ending;
        } finally {
            lock.unlock();
        }
    }

    private void close() {
        try {
            body.end();
        } catch (Exception e) {
            notifyListener(e, 1, Duration.ZERO);
        }
    }

    private void notifyListener(Throwable failure, int inARow, Duration pause) {
        try {
            listener.failed(name(), failure, inARow, pause);
        } catch (RuntimeException e) {
            // A listener that throws must not end the loop.
            LOG.error("the listener of {} threw on {}", name(), failure.toString(), e);
        }
    }
}
