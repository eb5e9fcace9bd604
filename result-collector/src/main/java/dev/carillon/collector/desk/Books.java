package dev.carillon.collector.desk;

import dev.carillon.collector.claim.Claims;
import dev.carillon.collector.ledger.Closed;
import dev.carillon.collector.ledger.Entry;
import dev.carillon.collector.ledger.EntryCodec;
import dev.carillon.collector.ledger.Phase;
import dev.carillon.collector.ledger.RecentlyClosed;
import dev.carillon.collector.ledger.Rows;
import dev.carillon.collector.ledger.Step;
import dev.carillon.collector.ledger.Table;
import dev.carillon.collector.timer.Timers;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.WorkerRef;
import java.nio.ByteBuffer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The rows of one partition as entries, timers, claims and recently closed executions; keeps them in step. */
final class Books {
    private static final byte[] NOTHING = {};
    private static final byte[] NOTED = Rows.named(Rows.POSITIONS, "control");

    private final Table table;
    private final Counts counts;
    final Timers timers;
    final Claims claims;
    final RecentlyClosed closed;
    private long open;
    private long waiting;

    Books(Table table, long closedKept, Counts counts) {
        this.table = table;
        this.counts = counts;
        this.timers = new Timers(table);
        this.claims = new Claims(table);
        this.closed = new RecentlyClosed(table, closedKept);
        table.walk(Rows.first(Rows.ENTRIES), Rows.last(Rows.ENTRIES), (row, value) -> {
            count(null, EntryCodec.decode(value));
            return true;
        });
    }

    @Nullable
    Entry entry(String key) {
        byte[] bytes = open == 0 ? null : table.get(Rows.named(Rows.ENTRIES, key));
        return bytes == null ? null : EntryCodec.decode(bytes);
    }

    /** The task that a timer or a claim keeps for the entry. */
    @Nullable
    Task task(String key, Entry entry) {
        byte[] bytes = null;
        WorkerRef worker = entry.worker();
        Instant due = entry.due();
        if (entry.phase().waitsInTimer() && due != null) {
            bytes = timers.held(due, key);
        } else if (entry.phase() == Phase.RUNNING && worker != null) {
            bytes = claims.task(worker, key);
        }
        return bytes == null ? null : Kind.TASK.decode(bytes);
    }

    /** Writes a step; whatever can fail is done before the first row is touched. */
    void write(String key, @Nullable Entry before, Step step, Instant now) {
        if (step instanceof Step.Open opened) {
            byte[] task = opened.task() == null ? NOTHING : Kind.TASK.encode(opened.task());
            remove(key, before);
            add(key, opened.entry(), task);
            count(before, opened.entry());
        } else if (step instanceof Step.Close close) {
            remove(key, before);
            if (before != null) {
                table.delete(Rows.named(Rows.ENTRIES, key));
            }
            add(key, close.closed(), now);
            count(before, null);
        }
    }

    /** Moves a timer with all it holds, unread. */
    void postpone(Timers.Due due, Entry entry, Instant until) {
        byte[] holds = timers.held(due.at(), due.key());
        timers.remove(due.at(), due.key());
        timers.set(until, due.key(), holds == null ? NOTHING : holds);
        table.put(Rows.named(Rows.ENTRIES, due.key()), EntryCodec.encode(entry.dueAt(until)));
    }

    private void add(String key, Entry entry, byte[] task) {
        table.put(Rows.named(Rows.ENTRIES, key), EntryCodec.encode(entry));
        Instant due = entry.due();
        WorkerRef worker = entry.worker();
        if (due != null) {
            timers.set(due, key, task);
        } else if (worker != null) {
            claims.add(worker, key, task);
        }
    }

    private void add(String key, Closed ended, Instant now) {
        closed.add(key, ended, now);
    }

    /** What hangs on the entry; its own row is overwritten or deleted by the caller. */
    private void remove(String key, @Nullable Entry before) {
        if (before == null) {
            return;
        }
        Instant due = before.due();
        WorkerRef worker = before.worker();
        if (due != null) {
            timers.remove(due, key);
        } else if (worker != null) {
            claims.remove(worker, key);
        }
    }

    private void count(@Nullable Entry before, @Nullable Entry after) {
        int opened = (after == null ? 0 : 1) - (before == null ? 0 : 1);
        int waits = waits(after) - waits(before);
        open += opened;
        waiting += waits;
        counts.open(opened);
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
        counts.open(-open);
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
