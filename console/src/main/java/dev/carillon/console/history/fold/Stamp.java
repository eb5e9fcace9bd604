package dev.carillon.console.history.fold;

import java.util.Comparator;

/**
 * The order of records: by append time, and within a millisecond by where they lie.
 *
 * @param at append time in milliseconds
 * @param seat the kind of the topic, the partition and the offset in one number
 */
public record Stamp(long at, long seat) implements Comparable<Stamp> {
    private static final Comparator<Stamp> ORDER =
            Comparator.comparingLong(Stamp::at).thenComparingLong(Stamp::seat);
    private static final int OFFSET_BITS = 43;
    private static final int PARTITION_BITS = 14;
    private static final long OFFSETS = (1L << OFFSET_BITS) - 1;
    private static final long PARTITIONS = (1L << PARTITION_BITS) - 1;

    /** The stamp of a record; a task comes before what is said of it. */
    static Stamp of(Source source, int partition, long offset, long at) {
        return new Stamp(
                at,
                ((long) source.number() << (OFFSET_BITS + PARTITION_BITS))
                        | ((partition & PARTITIONS) << OFFSET_BITS)
                        | (offset & OFFSETS));
    }

    public int partition() {
        return (int) ((seat >> OFFSET_BITS) & PARTITIONS);
    }

    public long offset() {
        return seat & OFFSETS;
    }

    boolean isBefore(Stamp other) {
        return compareTo(other) < 0;
    }

    @Override
    public int compareTo(Stamp other) {
        return ORDER.compare(this, other);
    }
}
