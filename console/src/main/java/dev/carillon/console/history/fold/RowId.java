package dev.carillon.console.history.fold;

import java.time.Instant;

/**
 * Row numbers that grow with time, so that lists in order of time, ranges of time and the deletion of old rows need no
 * further index.
 */
public final class RowId {
    private static final int SEQUENCE_BITS = 20;
    private static final long SEQUENCES = (1L << SEQUENCE_BITS) - 1;
    /** The latest instant that leaves room for the sequence, in the year 2248. */
    private static final long MOST_MS = (1L << 43) - 1;

    private RowId() {}

    /** The number of a run by the append time of its first record; the sequence separates runs of one millisecond. */
    public static long of(long firstHeardMs, long sequence) {
        return (Math.max(0, Math.min(firstHeardMs, MOST_MS)) << SEQUENCE_BITS) | (sequence & SEQUENCES);
    }

    /** The smallest number of a run whose first record was appended at the instant or later. */
    public static long from(Instant instant) {
        return of(instant.toEpochMilli(), 0);
    }

    /** The minute in which the first record of a run was appended. */
    public static long minute(long id) {
        return (id >> SEQUENCE_BITS) / CountChanges.MINUTE_MS;
    }

    /** The smallest number of a minute. */
    public static long ofMinute(long minute) {
        return of(minute * CountChanges.MINUTE_MS, 0);
    }
}
