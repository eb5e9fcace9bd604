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
 * What has ended, on any thread. Results are made when no attempt waits to be started, or when enough have ended, or
 * {@link #REPORTED_WITHIN} have passed: what is due starts first. The thread that polls then takes all of them at once.
 */
final class FinishedAttempts {
    /** So long a result may wait to be made while other attempts are started. */
    static final Duration REPORTED_WITHIN = Duration.ofMillis(5);
    /** With so many ends the thread that brings one makes all their results. */
    static final int MOST_UNREPORTED = 200;

    private final Runnable wakeUp;
    private final Ticker ticker;
    private List<Attempt> unreported = new ArrayList<>();
    private @Nullable Deadline unreportedUntil;
    /** Whether the thread that polls knows that there are some. */
    private boolean leftBehind;

    private List<Finished> finished = new ArrayList<>();
    private long bytes;
    private @Nullable Throwable failure;
    /** From so many on the thread that polls is not left waiting. */
    private volatile int enough = 1;

    /**
     * An attempt that ended.
     *
     * @param settlement what is to be committed; null while its claim is on its way, which decides on that
     */
    record Finished(Attempt attempt, @Nullable Settlement settlement) {
        private int bytes() {
            return settlement == null ? 0 : settlement.bytes();
        }
    }

    /** Ends the thread that polls, and with it the worker: without a result its record would never be done with. */
    static final class ResultNotMade extends Error {
        private static final long serialVersionUID = 1;

        private ResultNotMade(Throwable cause) {
            super("the result of an attempt could not be made: " + cause, cause);
        }
    }

    FinishedAttempts(Runnable wakeUp, Ticker ticker) {
        this.wakeUp = wakeUp;
        this.ticker = ticker;
    }

    /** A handler has returned; the result of its attempt is still to be made. */
    synchronized void ended(Attempt attempt) {
        unreported.add(attempt);
        if (unreportedUntil == null) {
            unreportedUntil = Deadline.in(REPORTED_WITHIN, ticker);
        }
    }

    /** Those whose results are to be made, by whoever takes them. */
    synchronized List<Attempt> takeUnreported() {
        unreportedUntil = null;
        leftBehind = false;
        if (unreported.isEmpty()) {
            return List.of();
        }
        List<Attempt> taken = unreported;
        unreported = new ArrayList<>();
        return taken;
    }

    synchronized boolean isMuchUnreported() {
        return unreported.size() >= MOST_UNREPORTED;
    }

    /** A thread turns to another attempt; the thread that polls makes the results should no other do it in time. */
    void goOn() {
        synchronized (this) {
            if (leftBehind || unreported.isEmpty()) {
                return;
            }
            leftBehind = true;
        }
        wakeUp.run();
    }

    /** How long the results of what has ended may still wait to be made; null if there are none. */
    synchronized @Nullable Duration unreportedFor() {
        return unreportedUntil == null ? null : unreportedUntil.remaining();
    }

    void add(Finished one) {
        int size;
        synchronized (this) {
            finished.add(one);
            bytes += one.bytes();
            size = finished.size();
        }
        if (size >= enough) {
            wakeUp.run();
        }
    }

    /** A result could not be made: what the thread that polls takes next ends in this failure. */
    void failed(Throwable cause) {
        synchronized (this) {
            failure = failure == null ? cause : failure;
        }
        wakeUp.run();
    }

    /**
     * All whose results are made.
     *
     * @throws ResultNotMade if the result of some other could not be made
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

    /** What their results take. */
    synchronized long bytes() {
        return bytes;
    }

    synchronized int size() {
        return finished.size();
    }

    /** The thread that polls wants to be woken from so many on. */
    void wakeFrom(int count) {
        enough = count;
    }

    boolean isEnough() {
        return size() >= enough;
    }
}
