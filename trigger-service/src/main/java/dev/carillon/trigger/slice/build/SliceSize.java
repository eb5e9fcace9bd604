package dev.carillon.trigger.slice.build;

import dev.carillon.kit.time.Ticker;
import java.time.Duration;

/** How much one slice may hold: records, bytes, and time to plan it. The limit reached first ends it. */
public final class SliceSize {
    private static final long MAX_BYTES = 8L * 1024 * 1024;
    /** About what a record takes besides its payload. */
    private static final int RECORD_BYTES = 300;

    private final int maxRecords;
    private final Ticker ticker;
    private final long endNanos;
    private final boolean fresh;
    private int records;
    private long bytes;
    private boolean begun;

    public SliceSize(int maxRecords, Duration maxTime, Ticker ticker) {
        this(maxRecords, maxTime, ticker, true);
    }

    /**
     * A size.
     *
     * @param fresh whether no slice has failed lately, so that a first load may take as long as it takes
     */
    public SliceSize(int maxRecords, Duration maxTime, Ticker ticker, boolean fresh) {
        this.fresh = fresh;
        this.maxRecords = maxRecords;
        this.ticker = ticker;
        this.endNanos = ticker.nanos() + maxTime.toNanos();
    }

    public void add(long payloadBytes) {
        begun = true;
        records++;
        bytes += RECORD_BYTES + payloadBytes;
    }

    /**
     * Something is decided, so time may end the slice from now on. Decisions without a record count as well, as there
     * may be hundreds of thousands.
     */
    public void decided() {
        begun = true;
    }

    public boolean isFull() {
        return holdsMost() || (begun && ticker.nanos() - endNanos >= 0);
    }

    /** Whether it is full by records or bytes, however long planning has taken. */
    public boolean holdsMost() {
        return records >= maxRecords || bytes >= MAX_BYTES;
    }

    public boolean isFresh() {
        return fresh;
    }

    boolean isEmpty() {
        return records == 0;
    }

    /**
     * How many more tasks of this size fit, at least one. Only their bytes count: what can't be cut must not depend on
     * how small slices have become after failures, and this much can always be committed.
     */
    int room(long taskBytes) {
        return (int) Math.max(1, (MAX_BYTES - bytes) / (RECORD_BYTES + taskBytes));
    }
}
