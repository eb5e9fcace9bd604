package dev.carillon.benchmarks.trigger;

import dev.carillon.benchmarks.frame.Samples;

/** The ticks seen of one instant. One thread adds to it, and other threads may read it. */
public final class Seen {
    private final Samples latenesses = new Samples();
    private final byte[] copies;
    private volatile int distinct;
    private volatile long doubled;

    Seen(int schedules) {
        this.copies = new byte[schedules];
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // Only the reading thread writes.
    void add(int schedule, double lateness) {
        latenesses.add(lateness);
        if (copies[schedule] == 0) {
            copies[schedule] = 1;
            distinct++;
        } else {
            doubled++;
        }
    }

    /** In milliseconds from the instant, for every tick. */
    public Samples latenesses() {
        return latenesses;
    }

    /** How many schedules had this tick. */
    int distinct() {
        return distinct;
    }

    /** How many ticks were repeated. */
    long doubled() {
        return doubled;
    }
}
