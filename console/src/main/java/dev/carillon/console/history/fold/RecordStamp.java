package dev.carillon.console.history.fold;

import java.util.Comparator;

/**
 * Orders records by append time, and within a millisecond by their place.
 *
 * @param at append time in milliseconds
 * @param place the kind of the topic, the partition and the offset in one number
 */
public record RecordStamp(long at, long place) implements Comparable<RecordStamp> {
    private static final Comparator<RecordStamp> ORDER =
            Comparator.comparingLong(RecordStamp::at).thenComparingLong(RecordStamp::place);
    private static final int OFFSET_BITS = 43;
    private static final int PARTITION_BITS = 14;
    private static final long OFFSETS = (1L << OFFSET_BITS) - 1;
    private static final long PARTITIONS = (1L << PARTITION_BITS) - 1;

    /** The stamp of a record; within a millisecond a task comes before its results and outcome. */
    static RecordStamp of(HistoryTopic source, int partition, long offset, long at) {
        return new RecordStamp(
                at,
                ((long) source.number() << (OFFSET_BITS + PARTITION_BITS))
                        | ((partition & PARTITIONS) << OFFSET_BITS)
                        | (offset & OFFSETS));
    }

    public int partition() {
        return (int) ((place >> OFFSET_BITS) & PARTITIONS);
    }

    public long offset() {
        return place & OFFSETS;
    }

    boolean isBefore(RecordStamp other) {
        return compareTo(other) < 0;
    }

    @Override
    public int compareTo(RecordStamp other) {
        return ORDER.compare(this, other);
    }
}
