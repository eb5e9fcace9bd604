package dev.carillon.worker.offset;

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
public record Point(long position, boolean open, int mayHaveFetched, long end, List<Long> holes) {
    public Point {
        holes = List.copyOf(holes);
    }

    /** A partition that nobody has worked on from this position on. */
    public static Point untouched(long position) {
        return new Point(position, false, 0, position, List.of());
    }

    public boolean isDone(long offset) {
        return offset < position || (offset < end && !holes.contains(offset));
    }
}
