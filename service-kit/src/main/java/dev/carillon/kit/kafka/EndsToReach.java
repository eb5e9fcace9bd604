package dev.carillon.kit.kafka;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The ends that partitions had when a reader asked, as far as it has not reached them. It compares positions and not
 * offsets of records: the last entry of a partition may be a transaction marker, which no reader gets. Used from one
 * thread.
 *
 * @param <P> a partition
 */
public final class EndsToReach<P> {
    private final Map<P, Long> open;

    private EndsToReach(Map<P, Long> open) {
        this.open = open;
    }

    /** Ends of which none is reached yet. */
    public static <P> EndsToReach<P> of(Map<P, Long> ends) {
        return new EndsToReach<>(new HashMap<>(ends));
    }

    /** The ends of the partitions that a reader begins to read here; one without an end is reached. */
    public static <P> EndsToReach<P> from(Map<P, Long> positions, Map<P, Long> ends) {
        Map<P, Long> open = new HashMap<>();
        positions.forEach((partition, position) -> {
            Long end = ends.get(partition);
            if (end != null && position < end) {
                open.put(partition, end);
            }
        });
        return new EndsToReach<>(open);
    }

    /** The reader has read a partition up to this position. */
    public void readTo(P partition, long position) {
        open.computeIfPresent(partition, (same, end) -> position >= end ? null : end);
    }

    /** As {@link #readTo(Object, long)}, of all partitions that are left: whether they are reached with that. */
    public boolean areReachedAt(ToLongFunction<? super P> positions) {
        open.entrySet().removeIf(end -> positions.applyAsLong(end.getKey()) >= end.getValue());
        return open.isEmpty();
    }

    /** As {@link #areReachedAt(ToLongFunction)}; a partition without a position is not reached. */
    public boolean areReachedAt(Map<P, Long> positions) {
        return areReachedAt(partition -> positions.getOrDefault(partition, Long.MIN_VALUE));
    }

    public boolean areReached() {
        return open.isEmpty();
    }

    /** The partitions whose end is not reached. */
    public Set<P> left() {
        return Set.copyOf(open.keySet());
    }

    /** Whether a record that was just polled was there when the reader asked; ask before {@link #readTo}. */
    public boolean isBefore(P partition, long offset) {
        Long end = open.get(partition);
        return end != null && offset < end;
    }

    /** How many offsets are left from these positions on. */
    public long distance(Map<P, Long> positions) {
        long distance = 0;
        for (Map.Entry<P, Long> end : open.entrySet()) {
            distance += Math.max(0, end.getValue() - positions.getOrDefault(end.getKey(), end.getValue()));
        }
        return distance;
    }
}
