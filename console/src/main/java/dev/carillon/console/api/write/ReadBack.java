package dev.carillon.console.api.write;

import dev.carillon.console.history.Change;
import dev.carillon.console.history.ChangeListener;
import dev.carillon.kit.time.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Waits until the history shows what was written. It looks again whenever the history has changed. */
public final class ReadBack implements ChangeListener {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long round;

    @Override
    public void changed(List<Change> changes) {
        lock.lock();
        try {
            round++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether it is seen now or within the time. */
    public boolean await(Duration atMost, BooleanSupplier seen) {
        Deadline end = Deadline.in(atMost);
        try {
            while (true) {
                long before = round();
                if (seen.getAsBoolean()) {
                    return true;
                }
                if (!awaitChangeAfter(before, end)) {
                    return false;
                }
            }
        } catch (InterruptedException e) {
            // The console stops: whoever asked is told that it was not seen, which is true.
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private long round() {
        lock.lock();
        try {
            return round;
        } finally {
            lock.unlock();
        }
    }

    private boolean awaitChangeAfter(long before, Deadline end) throws InterruptedException {
        lock.lock();
        try {
            long left = end.remainingNanos();
            while (round == before && left > 0) {
                left = changed.awaitNanos(left);
            }
            return round != before;
        } finally {
            lock.unlock();
        }
    }
}
