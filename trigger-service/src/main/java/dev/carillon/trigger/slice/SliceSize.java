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

    int roomForRecords() {
        return Math.max(0, maxRecords - records);
    }
}
