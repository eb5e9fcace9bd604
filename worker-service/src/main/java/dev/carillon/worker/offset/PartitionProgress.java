package dev.carillon.worker.offset;

import dev.carillon.worker.wire.InputPartition;

/** How far one assigned partition has come; dies with the assignment. Not safe for use by several threads. */
public final class PartitionProgress {
    /** Where fetching pauses; a poll may still bring a few hundred more, which fit below the limit of the metadata. */
    public static final int MAX_HOLES = 2_400;

    private static final int MAX_HOLE_BYTES = 2_400;

    /**
     * How many more records than there are a mark promises: what comes of one partition between two commits, also when ten
     * thousand come at one instant. More would cost a successor that many claims; with less a burst waits for commits.
     */
    static final int ALLOWANCE = 1_000;

    /** Up to this number the size need not be reckoned: a varint has at most nine bytes here. */
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
    private final SortedOffsets awaited;

    private long end;
    /** How many more of the records to come an earlier owner may have started, and the last that it may have. */
    private int toClaim;

    private long doubtfulUpTo = -1;
    private Mark mark = Mark.CLEAN;
    /** How many records not done the committed mark tells a successor to expect; the less of two while one is under way. */
    private int promised;
    /** Done by the commit under way, which may not stand. */
    private int undecided;

    private boolean released;
    private int deletedUnread;

    public PartitionProgress(InputPartition id, Point from) {
        this.id = id;
        this.open = new SortedOffsets(from.holes());
        this.awaited = new SortedOffsets(from.holes());
        this.end = from.end();
        this.toClaim = from.open() ? from.mayHaveFetched() : 0;
    }

    public InputPartition id() {
        return id;
    }

    /** Whether a fetched record is to be worked on; false when an earlier owner was done with it. */
    public boolean fetched(long offset) {
        dropHolesBefore(offset);
        if (offset < end) {
            return awaited.remove(offset);
        }
        end = offset + 1;
        open.add(offset);
        return true;
    }

    /** The log is read in order: what has not come by now was deleted. */
    private void dropHolesBefore(long offset) {
        while (!awaited.isEmpty() && awaited.first() < offset) {
            open.remove(awaited.removeFirst());
            deletedUnread++;
        }
    }

    /** How many records that had been fetched once, and were not done, the log has lost since this was asked last. */
    public int takeDeletedUnread() {
        int deleted = deletedUnread;
        deletedUnread = 0;
        return deleted;
    }

    /** Whether the record just fetched may have been started by an earlier owner that gave no clean hand-over. */
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

    /** The commit that was to make it done has failed. */
    public void notDone(long offset) {
        if (open.add(offset) && undecided > 0) {
            undecided--;
        }
    }

    /** This point stands: a successor would go by it. */
    public void stored(Point point) {
        promised = point.open() ? point.mayHaveFetched() : 0;
        undecided = 0;
    }

    /** Whether so many more could be more than a successor is told to expect, and would then start without a claim. */
    public boolean isAtPromise(int more) {
        return toClaim + open.size() + undecided + more > promised;
    }

    /** The promise is used up: fetching rests until a new one stands. */
    public void promiseAnew() {
        if (mark == Mark.OPEN) {
            mark = Mark.CLEAN;
        }
    }

    /** Whether no mark of this assignment tells a successor to expect anything yet, so that nothing may be fetched. */
    public boolean isNew() {
        return promised == 0;
    }

    /** Fetched and not done; holes that were taken over count once they have been fetched. */
    public int inHand() {
        return open.size() - awaited.size();
    }

    /** Whether no more should be fetched, as the holes would not fit into the metadata. */
    public boolean isFull() {
        if (open.size() <= SURELY_FITTING || !awaited.isEmpty()) {
            return false; // Fetching the holes that were taken over makes no new ones.
        }
        return open.size() >= MAX_HOLES || open.distanceBytes() >= MAX_HOLE_BYTES;
    }

    /** What to commit while working. */
    public Point openPoint() {
        int expected = toClaim + open.size() + ALLOWANCE;
        promised = Math.min(promised, expected);
        return new Point(position(), true, expected, end, open.toArray());
    }

    /** What to commit at a hand-over: nothing of it runs on, but doubts about an earlier owner are passed on. */
    public Point cleanPoint() {
        int doubtful = toClaim + open.countUpTo(doubtfulUpTo);
        return new Point(position(), doubtful > 0, doubtful, end, open.toArray());
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
