package dev.carillon.worker.execution;

import dev.carillon.kit.time.Deadline;

/** How many ended attempts have no result yet; other threads build them. Safe for use by several threads. */
final class ReportsUnderWay {
    private int count;

    synchronized void begun() {
        count++;
    }

    synchronized void done() {
        count--;
        if (count == 0) {
            notifyAll();
        }
    }

    synchronized int count() {
        return count;
    }

    /** Waits until all are built, which takes microseconds; returns whether they are. */
    synchronized boolean await(Deadline deadline) {
        try {
            while (count > 0 && !deadline.isOver()) {
                wait(Math.max(1, deadline.remaining().toMillis()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return count == 0;
    }
}
