package dev.carillon.worker.offset;

import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.worker.wire.InputPartition;

/**
 * Tracks which records of one assigned partition are done; ends with the assignment. Not safe for use by several
 * threads.
 */
public final class PartitionProgress {
    /** With this many holes fetching pauses; a poll may still bring a few hundred more, which fit into the metadata. */
    public static final int MAX_HOLES = 2_400;

    private static final int MAX_HOLE_BYTES = 2_400;

    /**
     * How many records a mark allows for beyond those that are there: what one partition brings between two commits,
     * also when ten thousand come at one instant. More would cost a successor that many claims; with less a burst waits
     * for commits.
     */
    static final int ALLOWANCE = 1_000;

    /** Up to this many holes the size need not be computed: a varint has at most nine bytes here. */
    private static final int SURELY_FITTING = MAX_HOLE_BYTES / 9;

    /** Whether records of this partition may be started. */
    public enum Mark {
        CLEAN,
        OPENING,
        OPEN
    }

    private final InputPartition id;
    private final SortedOffsets open;
    /** Holes taken over that have not been fetched yet. */
    private final SortedOffsets unfetchedHoles;

    private long end;
    /** How many of the records still to come an earlier owner may have started. */
    private int toClaim;

    /** The last fetched record that an earlier owner may have started. */
    private long doubtfulUpTo = -1;

    private Mark mark = Mark.CLEAN;
    /**
     * How many unfinished records the committed mark tells a successor to expect; the smaller number while a new mark
     * is committed.
     */
    private int successorExpects;
    /** Done by the commit under way, which may fail. */
    private int undecided;

    private boolean released;
    private int deletedUnread;

    public PartitionProgress(InputPartition id, StoredPoint from) {
        this.id = id;
        this.open = new SortedOffsets(from.holes());
        this.unfetchedHoles = new SortedOffsets(from.holes());
        this.end = from.end();
        this.toClaim = from.open() ? from.mayHaveFetched() : 0;
    }

    public InputPartition id() {
        return id;
    }

    /** Notes a fetched record; returns false if an earlier owner was done with it. */
    public boolean fetched(long offset) {
        dropHolesBefore(offset);
        if (offset < end) {
            return unfetchedHoles.remove(offset);
        }
        end = offset + 1;
        open.add(offset);
        return true;
    }

    /** The log is read in order, so a hole that has not come by now was deleted. */
    private void dropHolesBefore(long offset) {
        while (!unfetchedHoles.isEmpty() && unfetchedHoles.first() < offset) {
            open.remove(unfetchedHoles.removeFirst());
            deletedUnread++;
        }
    }

    /** How many holes retention has deleted from the log since the last call. */
    public int takeDeletedUnread() {
        int deleted = deletedUnread;
        deletedUnread = 0;
        return deleted;
    }

    /** Whether the record just fetched may have been started by an earlier owner that made no clean hand-over. */
    public boolean mayHaveBeenStarted(long offset) {
        if (toClaim == 0) {
            return false;
        }
        toClaim--;
        doubtfulUpTo = offset;
        return true;
    }

    /** Whether records to come may have been started by an earlier owner. */
    public boolean isDoubtful() {
        return toClaim > 0;
    }

    /** The offset of the next record to fetch, as far as records have come. */
    public long fetchedUpTo() {
        return end;
    }

    public void done(long offset) {
        if (open.remove(offset)) {
            undecided++;
        }
    }

    /** The commit of this record has failed. */
    public void notDone(long offset) {
        if (open.add(offset) && undecided > 0) {
            undecided--;
        }
    }

    /** This point is committed: a successor would start from it. */
    public void stored(StoredPoint point) {
        successorExpects = point.open() ? point.mayHaveFetched() : 0;
        undecided = 0;
    }

    /**
     * Whether {@code more} further records could exceed what a successor is told to expect; it would start the excess
     * without a claim.
     */
    public boolean exceedsMark(int more) {
        return toClaim + open.size() + undecided + more > successorExpects;
    }

    /** Has the partition marked again by the next commit; fetching pauses until that mark is committed. */
    public void requestNewMark() {
        if (mark == Mark.OPEN) {
            mark = Mark.CLEAN;
        }
    }

    /** Whether no mark of this assignment is committed yet, so that nothing may be fetched. */
    public boolean isNew() {
        return successorExpects == 0;
    }

    /** Fetched and not done; holes of an earlier owner count once they have been fetched. */
    public int unfinished() {
        return open.size() - unfetchedHoles.size();
    }

    /** Whether no more should be fetched, as the holes would not fit into the metadata. */
    public boolean isFull() {
        if (open.size() <= SURELY_FITTING || !unfetchedHoles.isEmpty()) {
            return false; // Fetching the holes of an earlier owner makes no new ones.
        }
        return open.size() >= MAX_HOLES || open.distanceBytes() >= MAX_HOLE_BYTES;
    }

    /** What to commit while working. */
    public StoredPoint openPoint() {
        int expected = toClaim + open.size() + ALLOWANCE;
        successorExpects = Math.min(successorExpects, expected);
        return new StoredPoint(position(), true, expected, end, open.toArray());
    }

    /**
     * What to commit at a hand-over: no unfinished record was started here, but doubts about an earlier owner are
     * passed on.
     */
    public StoredPoint cleanPoint() {
        int doubtful = toClaim + open.countUpTo(doubtfulUpTo);
        return new StoredPoint(position(), doubtful > 0, doubtful, end, open.toArray());
    }

    private long position() {
        return open.isEmpty() ? end : open.first();
    }

    public Mark mark() {
        return mark;
    }

    public void mark(Mark next) {
        mark = next;
    }

    /** The assignment is over: nothing that refers to it may be committed any more. */
    public void release() {
        released = true;
    }

    public boolean isReleased() {
        return released;
    }

    @Override
    public String toString() {
        return id + " up to " + end + ", not done " + open.size() + (released ? ", released" : "");
    }
}
