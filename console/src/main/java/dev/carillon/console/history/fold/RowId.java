package dev.carillon.console.history.fold;

import java.time.Instant;

/**
 * Numbers of rows that follow time: lists in order of time, ranges of time and the deletion of what is old then need no
 * index of their own.
 */
public final class RowId {
    private static final int SEQUENCE_BITS = 20;
    private static final long SEQUENCES = (1L << SEQUENCE_BITS) - 1;
    /** What can be written as a number and still leaves room for the sequence: the years up to 2248. */
    private static final long MOST_MS = (1L << 43) - 1;

    private RowId() {}

    /** The number of a row first heard of then; the sequence tells those of one millisecond apart. */
    public static long of(long firstHeardMs, long sequence) {
        return (Math.max(0, Math.min(firstHeardMs, MOST_MS)) << SEQUENCE_BITS) | (sequence & SEQUENCES);
    }

    /** All rows first heard of at the instant or later have this number or a greater one. */
    public static long from(Instant instant) {
        return of(instant.toEpochMilli(), 0);
    }

    /** The minute in which a row was first heard of. */
    public static long minute(long id) {
        return (id >> SEQUENCE_BITS) / Tallies.MINUTE_MS;
    }

    /** The first number of a minute. */
    public static long ofMinute(long minute) {
        return of(minute * Tallies.MINUTE_MS, 0);
    }
}
