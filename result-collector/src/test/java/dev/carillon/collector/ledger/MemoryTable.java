package dev.carillon.collector.ledger;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** A table as a sorted map. */
public final class MemoryTable implements LedgerTable {
    private final TreeMap<byte[], byte[]> rows = new TreeMap<>(Arrays::compareUnsigned);
    private int reads;
    private int writes;

    @Override
    public byte @Nullable [] get(byte[] key) {
        reads++;
        return rows.get(key);
    }

    @Override
    public void put(byte[] key, byte[] value) {
        writes++;
        rows.put(key, value);
    }

    @Override
    public void delete(byte[] key) {
        writes++;
        rows.remove(key);
    }

    @Override
    public void walk(byte[] from, byte[] to, BiPredicate<byte[], byte[]> goOn) {
        reads++;
        for (Map.Entry<byte[], byte[]> row :
                List.copyOf(rows.subMap(from, true, to, true).entrySet())) {
            if (!goOn.test(row.getKey(), row.getValue())) {
                return;
            }
        }
    }

    /** Gets and walks since the last call. */
    public int takeReads() {
        int taken = reads;
        reads = 0;
        return taken;
    }

    /** Puts and deletes since the last call. */
    public int takeWrites() {
        int taken = writes;
        writes = 0;
        return taken;
    }

    public int size() {
        return rows.size();
    }

    /** How many rows begin with this prefix. */
    public int count(String prefix) {
        return rows.subMap(RowNames.first(prefix), true, RowNames.last(prefix), true)
                .size();
    }
}
