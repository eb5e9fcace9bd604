package dev.carillon.collector.ledger;

import dev.carillon.kit.memory.Hash128;
import dev.carillon.kit.memory.RecentHashes;
import dev.carillon.schemas.key.ExecutionKey;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The executions that closed within the last hour, as hashes in memory. To survive the process they also lie in the
 * store, some dozens per row: each new one writes its row again, and the store's cache makes one write of all those of
 * a transaction.
 */
public final class RecentlyClosed {
    /** How long a key is kept: beyond the window, as a repeat may be read long after it was written. */
    static final Duration KEPT = ClosedExecution.WINDOW.plus(Duration.ofMinutes(30));

    static final int IN_A_ROW = 32;
    private static final byte V = 1;
    private static final int ENTRY_BYTES = 3 * Long.BYTES;
    /** How many rows one call of {@link #forget} drops at most. */
    private static final int CHUNK = 100;

    private final LedgerTable table;
    private final long limit;
    private final RecentHashes hashes;
    private final Deque<Row> rows = new ArrayDeque<>();
    private final ByteBuffer newest = ByteBuffer.allocate(1 + Long.BYTES + IN_A_ROW * ENTRY_BYTES);

    /** Some keys that closed one after the other. */
    private static final class Row {
        private final long number;
        private int count;
        private long closedAt;

        private Row(long number) {
            this.number = number;
        }

        private byte[] name() {
            return RowNames.numbered(RowNames.CLOSED, number, "");
        }

        private Instant keptUntil() {
            return Instant.ofEpochMilli(closedAt).plus(KEPT);
        }
    }

    /** Reads the rows of a table; at most {@code limit} keys are kept, and the oldest go first. */
    public RecentlyClosed(LedgerTable table, long limit) {
        this.table = table;
        this.limit = limit;
        this.hashes = new RecentHashes((int) Math.min(Integer.MAX_VALUE / 4, limit + 2 * IN_A_ROW));
        List<byte[]> outdated = new ArrayList<>();
        Deque<byte[]> names = new ArrayDeque<>();
        Deque<byte[]> values = new ArrayDeque<>();
        table.walk(RowNames.first(RowNames.CLOSED), RowNames.last(RowNames.CLOSED), (name, value) -> {
            if (RowNames.nameBehindNumber(name, RowNames.CLOSED).isEmpty()) {
                names.addLast(name);
                values.addLast(value);
            } else {
                outdated.add(name); // A row of an older version, with one key and not hashes.
            }
            if (names.size() > 1 + limit / IN_A_ROW) {
                outdated.add(names.removeFirst());
                values.removeFirst();
            }
            return true;
        });
        outdated.forEach(table::delete);
        names.forEach(
                name -> read(new Row(RowNames.number(name, RowNames.CLOSED)), ByteBuffer.wrap(values.removeFirst())));
    }

    private void read(Row row, ByteBuffer value) {
        byte version = value.get();
        if (version != V) {
            throw new IllegalStateException("the store holds closed keys of version " + version + ", known is " + V
                    + ": they were written by a newer collector");
        }
        row.closedAt = value.getLong();
        while (value.remaining() >= ENTRY_BYTES) {
            hashes.put(new Hash128(value.getLong(), value.getLong()), value.getLong(), 0);
            row.count++;
        }
        rows.addLast(row);
        // The next key begins a row of its own.
        newest.position(newest.limit());
    }

    public void add(ExecutionKey key, ClosedExecution closed, Instant closedAt) {
        Hash128 hash = Hash128.of(key.bytes(), 0);
        long since = closed.since().toEpochMilli();
        makeRoom();
        hashes.put(hash, since, 0);
        Row row = rows.peekLast();
        if (row == null || newest.remaining() < ENTRY_BYTES || row.count == IN_A_ROW) {
            row = new Row(row == null ? 0 : row.number + 1);
            rows.addLast(row);
            newest.clear().put(V).putLong(0);
        }
        row.count++;
        row.closedAt = Math.max(row.closedAt, closedAt.toEpochMilli());
        newest.putLong(1, row.closedAt);
        newest.putLong(hash.first()).putLong(hash.second()).putLong(since);
        table.put(row.name(), Arrays.copyOf(newest.array(), newest.position()));
    }

    /** Drops the oldest row before its hashes would be overwritten: each row counts hashes that are there. */
    private void makeRoom() {
        while (hashes.size() >= limit + IN_A_ROW && !rows.isEmpty()) {
            forgetOldestRow();
        }
    }

    public @Nullable ClosedExecution find(ExecutionKey key) {
        int entry = hashes.size() == 0 ? RecentHashes.NONE : hashes.find(Hash128.of(key.bytes(), 0));
        return entry == RecentHashes.NONE ? null : new ClosedExecution(Instant.ofEpochMilli(hashes.value(entry)));
    }

    /** Whether {@link #forget} would find something. */
    public boolean canForget(Instant now) {
        Row oldest = rows.peekFirst();
        return oldest != null && (hashes.size() > limit || !now.isBefore(oldest.keptUntil()));
    }

    /** When the oldest row will be forgotten, or null if there is none. */
    public @Nullable Instant forgetsNext() {
        Row oldest = rows.peekFirst();
        return oldest == null ? null : oldest.keptUntil();
    }

    /** Drops some rows that are too old or over the limit. */
    public void forget(Instant now) {
        for (int i = 0; i < CHUNK && canForget(now); i++) {
            forgetOldestRow();
        }
    }

    private void forgetOldestRow() {
        Row oldest = rows.removeFirst();
        hashes.forgetOldest(oldest.count);
        table.delete(oldest.name());
        if (rows.isEmpty()) {
            newest.position(newest.limit());
        }
    }

    public long size() {
        return hashes.size();
    }
}
