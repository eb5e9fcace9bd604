package dev.carillon.worker.dedup;

import java.util.HashMap;
import java.util.Map;

/**
 * Which stretch of each partition to read next, from its end backwards: each is larger than the one after it, so that
 * the newest records are there at once, and many need few requests.
 *
 * @param <P> a partition
 */
final class BackwardStretches<P> {
    static final long FIRST = 1_000;
    private static final long GROWTH = 4;

    private final Map<P, Partition> open = new HashMap<>();

    /** The offsets from {@code from} to before {@code to}. */
    record Stretch(long from, long to) {}

    /** What is left of one partition: the offsets from {@code least} to before {@code end}. */
    private record Partition(long least, long end, long size) {
        Stretch next() {
            return new Stretch(Math.max(least, end - size), end);
        }
    }

    /** The partitions between these offsets; of each at most the last {@code most}. */
    BackwardStretches(Map<P, Long> starts, Map<P, Long> ends, long most) {
        ends.forEach((partition, end) -> {
            long least = Math.max(starts.getOrDefault(partition, 0L), end - most);
            put(partition, new Partition(least, end, FIRST));
        });
    }

    private void put(P partition, Partition left) {
        if (left.least() < left.end()) {
            open.put(partition, left);
        } else {
            open.remove(partition);
        }
    }

    /** The next stretch of every partition of which something is left; empty once nothing is. */
    Map<P, Stretch> next() {
        Map<P, Stretch> stretches = new HashMap<>();
        open.forEach((partition, left) -> stretches.put(partition, left.next()));
        stretches.forEach((partition, stretch) -> open.computeIfPresent(
                partition, (same, left) -> new Partition(left.least(), stretch.from(), left.size() * GROWTH)));
        open.values().removeIf(left -> left.least() >= left.end());
        return stretches;
    }

    /** Nothing before the last stretch of this partition is wanted. */
    void stop(P partition) {
        open.remove(partition);
    }

    boolean isEmpty() {
        return open.isEmpty();
    }
}
