package dev.carillon.trigger.slice;

import dev.carillon.kit.time.Ticker;
import java.time.Duration;

/** How much one slice may hold: records, bytes, and time to plan it. Whatever is reached first ends it. */
public final class SliceSize {
    private static final long MAX_BYTES = 8L * 1024 * 1024;
    /** What a record takes besides its payload, about. */
    private static final int RECORD_BYTES = 300;

    private final int maxRecords;
    private final Ticker ticker;
    private final long endNanos;
    private int records;
    private long bytes;

    public SliceSize(int maxRecords, Duration maxTime, Ticker ticker) {
        this.maxRecords = maxRecords;
        this.ticker = ticker;
        this.endNanos = ticker.nanos() + maxTime.toNanos();
    }

    void add(long payloadBytes) {
        records++;
        bytes += RECORD_BYTES + payloadBytes;
    }

    boolean isFull() {
        return records >= maxRecords || bytes >= MAX_BYTES || (records > 0 && ticker.nanos() - endNanos >= 0);
    }

    boolean isEmpty() {
        return records == 0;
    }

    /**
     * How many more tasks of this size fit, at least one. Only their bytes count: what can't be cut must not depend on how
     * small slices have become after failures, and this much can always be committed.
     */
    int room(long taskBytes) {
        return (int) Math.max(1, (MAX_BYTES - bytes) / (RECORD_BYTES + taskBytes));
    }
}
