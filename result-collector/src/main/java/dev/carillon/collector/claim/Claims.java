package dev.carillon.collector.claim;

import dev.carillon.collector.ledger.LedgerTable;
import dev.carillon.collector.ledger.RowNames;
import dev.carillon.schemas.work.WorkerRef;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The claimed attempts of one partition with their tasks, by worker. */
public final class Claims {
    private final LedgerTable table;
    /** How many claims each worker has open. */
    private final Map<WorkerRef, Integer> open = new HashMap<>();

    public Claims(LedgerTable table) {
        this.table = table;
        table.walk(RowNames.first(RowNames.CLAIMS), RowNames.last(RowNames.CLAIMS), (row, value) -> {
            open.merge(workerOf(row), 1, Integer::sum);
            return true;
        });
    }

    public void add(WorkerRef worker, String key, byte[] task) {
        table.put(row(worker, key), task);
        open.merge(worker, 1, Integer::sum);
    }

    public byte @Nullable [] task(WorkerRef worker, String key) {
        return table.get(row(worker, key));
    }

    public void remove(WorkerRef worker, String key) {
        table.delete(row(worker, key));
        open.computeIfPresent(worker, (w, count) -> count > 1 ? count - 1 : null);
    }

    /** The workers that have open claims. */
    public Set<WorkerRef> workers() {
        return Set.copyOf(open.keySet());
    }

    public boolean any() {
        return !open.isEmpty();
    }

    public boolean has(WorkerRef worker) {
        return open.containsKey(worker);
    }

    /** The keys that a worker has claimed, at most {@code atMost}. */
    public List<String> keys(WorkerRef worker, int atMost) {
        List<String> keys = new ArrayList<>();
        byte[] from = row(worker, "");
        byte[] to =
                ByteBuffer.allocate(from.length + 1).put(from).put((byte) 0xff).array();
        table.walk(from, to, (row, value) -> {
            if (keys.size() == atMost) {
                return false;
            }
            keys.add(new String(row, from.length, row.length - from.length, StandardCharsets.UTF_8));
            return true;
        });
        return keys;
    }

    /** Lengths before the names, because a name may hold any character. */
    private static byte[] row(WorkerRef worker, String key) {
        byte[] id = worker.id().getBytes(StandardCharsets.UTF_8);
        byte[] incarnation = worker.incarnation().getBytes(StandardCharsets.UTF_8);
        byte[] name = key.getBytes(StandardCharsets.UTF_8);
        byte[] prefix = RowNames.first(RowNames.CLAIMS);
        return ByteBuffer.allocate(prefix.length + 2 * Short.BYTES + id.length + incarnation.length + name.length)
                .put(prefix)
                .putShort((short) id.length)
                .put(id)
                .putShort((short) incarnation.length)
                .put(incarnation)
                .put(name)
                .array();
    }

    private static WorkerRef workerOf(byte[] row) {
        ByteBuffer bytes = ByteBuffer.wrap(row);
        bytes.position(RowNames.first(RowNames.CLAIMS).length);
        return new WorkerRef(text(bytes), text(bytes));
    }

    private static String text(ByteBuffer bytes) {
        byte[] text = new byte[bytes.getShort()];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
