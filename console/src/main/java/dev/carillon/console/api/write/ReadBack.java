package dev.carillon.console.api.write;

import dev.carillon.console.history.ChangeListener;
import dev.carillon.console.history.HistoryChange;
import dev.carillon.kit.time.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Waits until the history shows a write, which it checks after each change of the history. */
public final class ReadBack implements ChangeListener {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long round;

    @Override
    public void changed(List<HistoryChange> changes) {
        lock.lock();
        try {
            round++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether {@code seen} is true now or within the time. */
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
            // The console stops, so the request is answered that the write was not seen yet.
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
