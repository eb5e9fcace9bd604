package dev.carillon.collector.ledger;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** The table as a sorted map. */
public final class MemoryTable implements Table {
    private final TreeMap<byte[], byte[]> rows = new TreeMap<>(Arrays::compareUnsigned);

    @Override
    public byte @Nullable [] get(byte[] key) {
        return rows.get(key);
    }

    @Override
    public void put(byte[] key, byte[] value) {
        rows.put(key, value);
    }

    @Override
    public void delete(byte[] key) {
        rows.remove(key);
    }

    @Override
    public void walk(byte[] from, byte[] to, BiPredicate<byte[], byte[]> goOn) {
        for (Map.Entry<byte[], byte[]> row :
                List.copyOf(rows.subMap(from, true, to, true).entrySet())) {
            if (!goOn.test(row.getKey(), row.getValue())) {
                return;
            }
        }
    }

    public int size() {
        return rows.size();
    }

    /** How many rows begin so. */
    public int count(String prefix) {
        return rows.subMap(Rows.first(prefix), true, Rows.last(prefix), true).size();
    }
}
