package dev.carillon.collector.partition;

import dev.carillon.collector.claim.Claims;
import dev.carillon.collector.ledger.Entry;
import dev.carillon.collector.ledger.EntryCodec;
import dev.carillon.collector.ledger.Phase;
import dev.carillon.collector.ledger.RecentlyClosed;
import dev.carillon.collector.ledger.Rows;
import dev.carillon.collector.ledger.Step;
import dev.carillon.collector.ledger.Table;
import dev.carillon.collector.timer.Timers;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.WorkerRef;
import java.nio.ByteBuffer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The rows of one partition as entries, timers, claims and recently closed executions; keeps them in step. */
final class PartitionStore {
    private static final byte[] NOTHING = {};
    private static final byte[] NOTED = Rows.named(Rows.POSITIONS, "control");

    private final Table table;
    private final Counts counts;
    private final OpenKeys open = new OpenKeys();
    final Timers timers;
    final Claims claims;
    final RecentlyClosed closed;
    private long waiting;

    PartitionStore(Table table, long closedKept, Counts counts) {
        this.table = table;
        this.counts = counts;
        this.timers = new Timers(table);
        this.claims = new Claims(table);
        this.closed = new RecentlyClosed(table, closedKept);
        table.walk(Rows.first(Rows.ENTRIES), Rows.last(Rows.ENTRIES), (row, value) -> {
            count(Rows.nameOf(row, Rows.ENTRIES), null, EntryCodec.decode(value));
            return true;
        });
    }

    boolean anyOpen() {
        return open.size() > 0;
    }

    /** Whether an execution whose key has this hash may be open; of one that surely is not, nothing has to be read. */
    boolean mayBeOpen(int hashOfKey) {
        return open.mayContain(hashOfKey);
    }

    @Nullable
    Entry entry(ExecutionKey key) {
        boolean look = anyOpen() && mayBeOpen(Murmur2.hash(key.bytes()));
        byte[] bytes = look ? table.get(Rows.named(Rows.ENTRIES, key.bytes())) : null;
        return bytes == null ? null : EntryCodec.decode(bytes);
    }

    /** The task that a timer or a claim keeps for the entry. */
    @Nullable
    Task task(ExecutionKey key, Entry entry) {
        byte[] bytes = null;
        WorkerRef worker = entry.worker();
        Instant due = entry.due();
        if (entry.phase().waitsInTimer() && due != null) {
            bytes = timers.held(due, key.toString());
        } else if (entry.phase() == Phase.RUNNING && worker != null) {
            bytes = claims.task(worker, key.toString());
        }
        return bytes == null ? null : Kind.TASK.decode(bytes);
    }

    /**
     * Writes a step.
     *
     * @param task of a step that opens, as it is to be kept; whatever can fail was done before the first row is touched
     */
    void write(ExecutionKey key, @Nullable Entry before, Step step, byte @Nullable [] task, Instant now) {
        if (step instanceof Step.Open opened) {
            remove(key, before);
            add(key, opened.entry(), task == null ? NOTHING : task);
            count(key.bytes(), before, opened.entry());
        } else if (step instanceof Step.Close close) {
            remove(key, before);
            if (before != null) {
                table.delete(Rows.named(Rows.ENTRIES, key.bytes()));
            }
            closed.add(key, close.closed(), now);
            count(key.bytes(), before, null);
        }
    }

    /** Moves a timer with all it holds, unread. */
    void postpone(ExecutionKey key, Entry entry, Instant until) {
        Instant due = entry.due();
        if (due == null) {
            return;
        }
        byte[] holds = timers.held(due, key.toString());
        timers.remove(due, key.toString());
        timers.set(until, key.toString(), holds == null ? NOTHING : holds);
        table.put(Rows.named(Rows.ENTRIES, key.bytes()), EntryCodec.encode(entry.dueAt(until)));
    }

    private void add(ExecutionKey key, Entry entry, byte[] task) {
        table.put(Rows.named(Rows.ENTRIES, key.bytes()), EntryCodec.encode(entry));
        Instant due = entry.due();
        WorkerRef worker = entry.worker();
        if (due != null) {
            timers.set(due, key.toString(), task);
        } else if (worker != null) {
            claims.add(worker, key.toString(), task);
        }
    }

    /** What hangs on the entry; its own row is overwritten or deleted by the caller. */
    private void remove(ExecutionKey key, @Nullable Entry before) {
        if (before == null) {
            return;
        }
        Instant due = before.due();
        WorkerRef worker = before.worker();
        if (due != null) {
            timers.remove(due, key.toString());
        } else if (worker != null) {
            claims.remove(worker, key.toString());
        }
    }

    private void count(byte[] key, @Nullable Entry before, @Nullable Entry after) {
        if (before == null && after != null) {
            open.add(Murmur2.hash(key));
            counts.open(1);
        } else if (before != null && after == null) {
            open.remove(Murmur2.hash(key));
            counts.open(-1);
        }
        int waits = waits(after) - waits(before);
        waiting += waits;
        counts.timers(waits);
    }

    private static int waits(@Nullable Entry entry) {
        return entry != null && entry.phase().waitsInTimer() ? 1 : 0;
    }

    boolean anyWaiting() {
        return waiting > 0;
    }

    /** Another instance takes the partition: its entries are counted there from now on. */
    void leave() {
        counts.open(-open.size());
        counts.timers(-waiting);
    }

    /** The offset in control up to which this partition has applied commands. */
    long noted() {
        byte[] bytes = table.get(NOTED);
        return bytes == null ? -1 : ByteBuffer.wrap(bytes).getLong();
    }

    void note(long offset) {
        table.put(NOTED, ByteBuffer.allocate(Long.BYTES).putLong(offset).array());
    }
}
