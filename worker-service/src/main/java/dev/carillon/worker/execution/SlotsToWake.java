package dev.carillon.worker.execution;

import org.jspecify.annotations.Nullable;

/**
 * Decides how many threads to wake for attempts that are ready. Waking one costs as much as some dozens of attempts
 * that do nothing, and a thread that is awake takes the next by itself; so no more are woken than are needed to get
 * through within a millisecond. If the attempts turn out to take longer, twice as many are woken each time.
 *
 * <p>Attempts shorter than a millisecond mostly need a processor: many threads would compete for it with each other and
 * with the polling thread. At most a few threads are woken at a time for them; if their handlers block, the next check,
 * some milliseconds later, wakes as many again.
 */
final class SlotsToWake {
    private static final double MILLIS_TO_GET_THROUGH = 1;

    private final int mostForShort;

    /** Until the mean is known, each attempt may take for ever. */
    private double millisEach = Double.MAX_VALUE;

    private int atLeast = 1;
    private boolean anyEnded;

    /**
     * Starts without a known mean.
     *
     * @param mostForShort how many threads to wake at a time for attempts shorter than a millisecond
     */
    SlotsToWake(int mostForShort) {
        this.mostForShort = mostForShort;
    }

    void meanSlotTime(@Nullable Double meanMillis) {
        millisEach = meanMillis == null ? Double.MAX_VALUE : meanMillis;
    }

    /** Whether attempts lately took less than a millisecond. */
    boolean areShort() {
        return millisEach < MILLIS_TO_GET_THROUGH;
    }

    void oneEnded() {
        anyEnded = true;
    }

    int of(int ready) {
        atLeast = anyEnded || ready == 0 ? 1 : Math.min(2 * atLeast, Integer.MAX_VALUE / 2);
        anyEnded = false;
        double needed =
                areShort() ? Math.min(mostForShort, Math.ceil(ready * millisEach / MILLIS_TO_GET_THROUGH)) : ready;
        return (int) Math.min(ready, Math.max(atLeast, needed));
    }
}
