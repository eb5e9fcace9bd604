package dev.carillon.worker;

import dev.carillon.kit.time.Deadline;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Messages for the thread that polls, from commits and readers; each is run on that thread. */
final class Inbox {
    /** Far more than there ever are, so that only a stuck loop fills it; then the senders wait. */
    private static final int CAPACITY = 100_000;

    private final LinkedBlockingQueue<Runnable> messages = new LinkedBlockingQueue<>(CAPACITY);
    private final AtomicBoolean waiting = new AtomicBoolean();
    private final Runnable wakeUp;
    private final Consumer<RuntimeException> defects;

    /** An inbox that calls {@code wakeUp} at most once for each wait that has begun, and tells of messages that throw. */
    Inbox(Runnable wakeUp, Consumer<RuntimeException> defects) {
        this.wakeUp = wakeUp;
        this.defects = defects;
    }

    void post(Runnable item) {
        boolean interrupted = false;
        while (true) {
            try {
                messages.put(item);
                break;
            } catch (InterruptedException e) {
                interrupted = true; // The message must not get lost; the interrupt is passed on below.
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        wake();
    }

    /** Ends the owner's wait, if it waits. */
    void wake() {
        if (waiting.get() && waiting.compareAndSet(true, false)) {
            wakeUp.run();
        }
    }

    /**
     * From here on the owner waits elsewhere and wants to be woken; false when there is something to do already.
     *
     * @param busy whether there is, apart from messages
     */
    boolean beginWait(BooleanSupplier busy) {
        waiting.set(true);
        if (messages.isEmpty() && !busy.getAsBoolean()) {
            return true;
        }
        waiting.set(false);
        return false;
    }

    void endWait() {
        waiting.set(false);
    }

    /** Runs what has come so far. */
    void runAll() {
        for (Runnable item = messages.poll(); item != null; item = messages.poll()) {
            run(item);
        }
    }

    /** Waits for a message and runs it. */
    void awaitOne(Deadline deadline) throws InterruptedException {
        @Nullable Runnable item = messages.poll(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
        if (item != null) {
            run(item);
        }
    }

    private void run(Runnable item) {
        try {
            item.run();
        } catch (RuntimeException e) {
            // One message that fails must not keep the others from being run.
            defects.accept(e);
        }
    }
}
