package dev.carillon.worker;

import dev.carillon.kit.time.Deadline;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** News for the thread that polls, from handlers, commits and readers; each is run on that thread. */
final class Inbox {
    /** Far more than there are slots, so that only a stuck loop ever fills it; then the senders wait. */
    private static final int CAPACITY = 100_000;

    private final LinkedBlockingQueue<Runnable> news = new LinkedBlockingQueue<>(CAPACITY);
    private final AtomicBoolean waiting = new AtomicBoolean();
    private final Runnable wakeUp;
    private final Consumer<RuntimeException> defects;

    /** An inbox that calls {@code wakeUp} at most once for each wait that has begun, and tells of news that throws. */
    Inbox(Runnable wakeUp, Consumer<RuntimeException> defects) {
        this.wakeUp = wakeUp;
        this.defects = defects;
    }

    void post(Runnable item) {
        boolean interrupted = false;
        while (true) {
            try {
                news.put(item);
                break;
            } catch (InterruptedException e) {
                interrupted = true; // The news must not get lost; who interrupted is heard below.
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (waiting.compareAndSet(true, false)) {
            wakeUp.run();
        }
    }

    /** From here on the owner waits elsewhere and wants to be woken; false when there is news already. */
    boolean beginWait() {
        waiting.set(true);
        if (news.isEmpty()) {
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
        for (Runnable item = news.poll(); item != null; item = news.poll()) {
            run(item);
        }
    }

    /** Waits for news and runs it. */
    void awaitOne(Deadline deadline) throws InterruptedException {
        @Nullable Runnable item = news.poll(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
        if (item != null) {
            run(item);
        }
    }

    private void run(Runnable item) {
        try {
            item.run();
        } catch (RuntimeException e) {
            // One piece of bad news must not keep the others from being heard.
            defects.accept(e);
        }
    }
}
