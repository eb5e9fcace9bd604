package dev.carillon.worker.offset;

import java.util.Arrays;
import java.util.List;

/**
 * What the group has stored of one partition.
 *
 * @param position the first record that is not done; the committed offset
 * @param open whether records that are not done may have been started
 * @param mayHaveFetched how many records not done the owner could have fetched before its next commit
 * @param end what lies below it and is no hole is done
 * @param holes records not done in [position, end), ascending
 */
// There may be thousands of holes in each of many partitions, many times a second; compared below.
@SuppressWarnings("ArrayRecordComponent")
public record Point(long position, boolean open, int mayHaveFetched, long end, long[] holes) {
    private static final long[] NONE = {};

    public Point(long position, boolean open, int mayHaveFetched, long end, List<Long> holes) {
        this(
                position,
                open,
                mayHaveFetched,
                end,
                holes.stream().mapToLong(hole -> hole).toArray());
    }

    /** A partition that nobody has worked on from this position on. */
    public static Point untouched(long position) {
        return new Point(position, false, 0, position, NONE);
    }

    public boolean isDone(long offset) {
        return offset < position || (offset < end && Arrays.binarySearch(holes, offset) < 0);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Point point
                && position == point.position
                && open == point.open
                && mayHaveFetched == point.mayHaveFetched
                && end == point.end
                && Arrays.equals(holes, point.holes);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * position + end) + Arrays.hashCode(holes);
    }

    @Override
    public String toString() {
        return "from " + position + (open ? " open" : " clean") + ", up to " + mayHaveFetched + " fetched, done below "
                + end + " but for " + Arrays.toString(holes);
    }
}
