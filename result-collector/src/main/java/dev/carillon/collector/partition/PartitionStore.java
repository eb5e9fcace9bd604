package dev.carillon.collector.partition;

import dev.carillon.collector.claim.Claims;
import dev.carillon.collector.ledger.Entry;
import dev.carillon.collector.ledger.EntryCodec;
import dev.carillon.collector.ledger.LedgerChange;
import dev.carillon.collector.ledger.LedgerTable;
import dev.carillon.collector.ledger.Phase;
import dev.carillon.collector.ledger.RecentlyClosed;
import dev.carillon.collector.ledger.RowNames;
import dev.carillon.collector.timer.Timers;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.WorkerRef;
import java.nio.ByteBuffer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one partition as entries, timers, claims and recently closed executions, kept consistent with each other.
 */
final class PartitionStore {
    private static final byte[] NOTHING = {};
    private static final byte[] COMMANDS_APPLIED = RowNames.named(RowNames.POSITIONS, "control");

    private final LedgerTable table;
    private final PartitionCounts counts;
    private final OpenKeys open = new OpenKeys();
    final Timers timers;
    final Claims claims;
    final RecentlyClosed closed;
    private long waiting;

    PartitionStore(LedgerTable table, long closedKept, PartitionCounts counts) {
        this.table = table;
        this.counts = counts;
        this.timers = new Timers(table);
        this.claims = new Claims(table);
        this.closed = new RecentlyClosed(table, closedKept);
        table.walk(RowNames.first(RowNames.ENTRIES), RowNames.last(RowNames.ENTRIES), (row, value) -> {
            count(RowNames.nameOf(row, RowNames.ENTRIES), null, EntryCodec.decode(value));
            return true;
        });
    }

    boolean anyOpen() {
        return open.size() > 0;
    }

    /** Whether an execution whose key has this hash may be open; if not, nothing need be read. */
    boolean mayBeOpen(int hashOfKey) {
        return open.mayContain(hashOfKey);
    }

    @Nullable
    Entry entry(ExecutionKey key) {
        boolean mayExist = anyOpen() && mayBeOpen(Murmur2.hash(key.bytes()));
        byte[] bytes = mayExist ? table.get(RowNames.named(RowNames.ENTRIES, key.bytes())) : null;
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
     * Writes a change.
     *
     * @param task to be kept, if the change opens; what can fail was done before, so that no row is half written
     */
    void write(ExecutionKey key, @Nullable Entry before, LedgerChange change, byte @Nullable [] task, Instant now) {
        if (change instanceof LedgerChange.Open opened) {
            remove(key, before);
            add(key, opened.entry(), task == null ? NOTHING : task);
            count(key.bytes(), before, opened.entry());
        } else if (change instanceof LedgerChange.Close close) {
            remove(key, before);
            if (before != null) {
                table.delete(RowNames.named(RowNames.ENTRIES, key.bytes()));
            }
            closed.add(key, close.closed(), now);
            count(key.bytes(), before, null);
        }
    }

    /** Moves a timer with the task it holds, without reading that. */
    void postpone(ExecutionKey key, Entry entry, Instant until) {
        Instant due = entry.due();
        if (due == null) {
            return;
        }
        byte[] holds = timers.held(due, key.toString());
        timers.remove(due, key.toString());
        timers.set(until, key.toString(), holds == null ? NOTHING : holds);
        table.put(RowNames.named(RowNames.ENTRIES, key.bytes()), EntryCodec.encode(entry.dueAt(until)));
    }

    private void add(ExecutionKey key, Entry entry, byte[] task) {
        table.put(RowNames.named(RowNames.ENTRIES, key.bytes()), EntryCodec.encode(entry));
        Instant due = entry.due();
        WorkerRef worker = entry.worker();
        if (due != null) {
            timers.set(due, key.toString(), task);
        } else if (worker != null) {
            claims.add(worker, key.toString(), task);
        }
    }

    /** Removes the timer or claim of the entry; the caller overwrites or deletes its own row. */
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

    /** Another instance takes the partition, and counts its entries from now on. */
    void close() {
        counts.open(-open.size());
        counts.timers(-waiting);
    }

    /** The offset in control up to which this partition has applied commands. */
    long commandsApplied() {
        byte[] bytes = table.get(COMMANDS_APPLIED);
        return bytes == null ? -1 : ByteBuffer.wrap(bytes).getLong();
    }

    void commandsApplied(long offset) {
        table.put(
                COMMANDS_APPLIED,
                ByteBuffer.allocate(Long.BYTES).putLong(offset).array());
    }
}
