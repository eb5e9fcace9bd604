package dev.carillon.worker;

import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Ticker;
import dev.carillon.worker.execution.Attempt;
import dev.carillon.worker.offset.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects ended attempts from all threads. Due attempts start first: results are built when no attempt waits to start,
 * when {@link #MOST_UNREPORTED} have ended, or after {@link #REPORTED_WITHIN}. The polling thread then takes all of
 * them at once.
 */
final class FinishedAttempts {
    /** How long building a result may wait while other attempts are started. */
    static final Duration REPORTED_WITHIN = Duration.ofMillis(5);
    /** With this many ended attempts, the thread that brings one builds all their results. */
    static final int MOST_UNREPORTED = 200;

    private final Runnable wakeUp;
    private final Ticker ticker;
    private List<Attempt> unreported = new ArrayList<>();
    private @Nullable Deadline unreportedUntil;
    /** Whether the polling thread was woken for the unreported attempts. */
    private boolean pollerWoken;

    private List<Finished> finished = new ArrayList<>();
    private long bytes;
    private @Nullable Throwable failure;
    /** How many finished attempts wake the polling thread. */
    private volatile int wakeAt = 1;

    /**
     * An attempt that ended.
     *
     * @param settlement the records and offset to commit; null while its claim is being committed, which decides on
     *     them
     */
    record Finished(Attempt attempt, @Nullable Settlement settlement) {
        private int bytes() {
            return settlement == null ? 0 : settlement.bytes();
        }
    }

    /** Stops the polling thread and with it the worker: a record without a result would stay unfinished for ever. */
    static final class ResultNotMade extends Error {
        private static final long serialVersionUID = 1;

        private ResultNotMade(Throwable cause) {
            super("the result of an attempt could not be built: " + cause, cause);
        }
    }

    FinishedAttempts(Runnable wakeUp, Ticker ticker) {
        this.wakeUp = wakeUp;
        this.ticker = ticker;
    }

    /** Adds an attempt whose handler has returned and whose result has yet to be built. */
    synchronized void ended(Attempt attempt) {
        unreported.add(attempt);
        if (unreportedUntil == null) {
            unreportedUntil = Deadline.in(REPORTED_WITHIN, ticker);
        }
    }

    /** Takes all attempts whose results have yet to be built; the caller must build them. */
    synchronized List<Attempt> takeUnreported() {
        unreportedUntil = null;
        pollerWoken = false;
        if (unreported.isEmpty()) {
            return List.of();
        }
        List<Attempt> taken = unreported;
        unreported = new ArrayList<>();
        return taken;
    }

    synchronized boolean hasManyUnreported() {
        return unreported.size() >= MOST_UNREPORTED;
    }

    /**
     * Called when a thread starts another attempt: the polling thread builds the results if no other does so in time.
     */
    void wakePoller() {
        synchronized (this) {
            if (pollerWoken || unreported.isEmpty()) {
                return;
            }
            pollerWoken = true;
        }
        wakeUp.run();
    }

    /** How long the results of ended attempts may still wait to be built; null if there are none. */
    synchronized @Nullable Duration timeToReport() {
        return unreportedUntil == null ? null : unreportedUntil.remaining();
    }

    void add(Finished one) {
        int size;
        synchronized (this) {
            finished.add(one);
            bytes += one.bytes();
            size = finished.size();
        }
        if (size >= wakeAt) {
            wakeUp.run();
        }
    }

    /** Notes that a result could not be built: the next {@link #takeAll} fails with this cause. */
    void failed(Throwable cause) {
        synchronized (this) {
            failure = failure == null ? cause : failure;
        }
        wakeUp.run();
    }

    /**
     * Takes all attempts whose results are built.
     *
     * @throws ResultNotMade if any other result could not be built
     */
    synchronized List<Finished> takeAll() {
        Throwable cause = failure;
        if (cause != null) {
            throw new ResultNotMade(cause);
        }
        if (finished.isEmpty()) {
            return List.of();
        }
        List<Finished> taken = finished;
        finished = new ArrayList<>(taken.size());
        bytes = 0;
        return taken;
    }

    /** The bytes of their records. */
    synchronized long bytes() {
        return bytes;
    }

    synchronized int size() {
        return finished.size();
    }

    /** Sets how many finished attempts wake the polling thread. */
    void wakeFrom(int count) {
        wakeAt = count;
    }

    boolean reachesWakeCount() {
        return size() >= wakeAt;
    }
}
