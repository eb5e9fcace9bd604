package dev.carillon.worker;

import dev.carillon.kit.time.Deadline;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Messages from commits and readers that run on the polling thread. */
final class Inbox {
    /** Far more than ever wait at once, so that only a stuck loop fills it; then the senders wait. */
    private static final int CAPACITY = 100_000;

    private final LinkedBlockingQueue<Runnable> messages = new LinkedBlockingQueue<>(CAPACITY);
    private final AtomicBoolean waiting = new AtomicBoolean();
    private final Runnable wakeUp;
    private final Consumer<RuntimeException> defects;

    /** An inbox that calls {@code wakeUp} at most once per wait, and passes what messages throw to {@code defects}. */
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
     * Called before the owner waits elsewhere: from here on a message wakes it. Returns false if there is work already.
     *
     * @param busy whether there is work other than messages
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

    /** Runs all messages that have come so far. */
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
