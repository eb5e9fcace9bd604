package dev.carillon.schemas.offset;

import java.util.Arrays;
import java.util.List;

/**
 * The committed offset and metadata of one partition.
 *
 * @param position the first record that is not done; the committed offset
 * @param open whether records that are not done may have been started
 * @param mayHaveFetched how many unfinished records the owner could have fetched before its next commit
 * @param end all records below it are done, except the holes
 * @param holes records not done in [position, end), ascending
 */
// There may be thousands of holes in each of many partitions, many times a second; compared below.
@SuppressWarnings("ArrayRecordComponent")
public record StoredPoint(long position, boolean open, int mayHaveFetched, long end, long[] holes) {
    private static final long[] NONE = {};

    public StoredPoint(long position, boolean open, int mayHaveFetched, long end, List<Long> holes) {
        this(
                position,
                open,
                mayHaveFetched,
                end,
                holes.stream().mapToLong(hole -> hole).toArray());
    }

    /** A partition of which no record from this position on has been fetched. */
    public static StoredPoint untouched(long position) {
        return new StoredPoint(position, false, 0, position, NONE);
    }

    public boolean isDone(long offset) {
        return offset < position || (offset < end && Arrays.binarySearch(holes, offset) < 0);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StoredPoint point
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
