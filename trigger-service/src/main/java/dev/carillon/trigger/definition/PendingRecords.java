package dev.carillon.trigger.definition;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Records of one input topic that no committed slice has applied yet. */
public final class PendingRecords {
    /** At either limit, reading pauses until the leader has applied some. A first load should fit: it is one slice. */
    private static final int MAX_RECORDS = 2_000_000;

    private static final long LEAST_BYTES = 64L * 1024 * 1024;
    private static final long MAX_BYTES =
            Math.max(LEAST_BYTES, Runtime.getRuntime().maxMemory() / 3);

    private final Deque<InputRecord> records = new ArrayDeque<>();
    private long bytes;
    private long read;

    public void add(InputRecord record) {
        records.add(record);
        bytes += record.heldBytes();
    }

    /** Everything below this offset has been read. */
    public void readUpTo(long position) {
        read = Math.max(read, position);
    }

    public long read() {
        return read;
    }

    /** Removes and returns the next record below the position; null if there is none. */
    @Nullable
    public InputRecord takeBelow(long position) {
        InputRecord first = records.peek();
        if (first == null || first.offset() >= position) {
            return null;
        }
        bytes -= first.heldBytes();
        return records.remove();
    }

    public boolean isEmpty() {
        return records.isEmpty();
    }

    /** Whether everything below a position has been read, or as much as fits. */
    public boolean hasAllBelow(long position) {
        return read >= position || isFull();
    }

    public boolean isFull() {
        return records.size() >= MAX_RECORDS || bytes >= MAX_BYTES;
    }

    /** The records in order; none is removed. */
    public Iterator<InputRecord> look() {
        return records.iterator();
    }
}
