package dev.carillon.collector.streams;

import dev.carillon.collector.ledger.LedgerTable;
import java.util.function.BiPredicate;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** A ledger table in a Streams store. */
final class StreamsTable implements LedgerTable {
    private final KeyValueStore<byte[], byte[]> store;

    StreamsTable(KeyValueStore<byte[], byte[]> store) {
        this.store = store;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        return store.get(key);
    }

    @Override
    public void put(byte[] key, byte[] value) {
        store.put(key, value);
    }

    @Override
    public void delete(byte[] key) {
        // A put of null writes the tombstone without reading the old value, which delete() would do.
        store.put(key, null);
    }

    @Override
    public void walk(byte[] from, byte[] to, BiPredicate<byte[], byte[]> goOn) {
        try (KeyValueIterator<byte[], byte[]> rows = store.range(from, to)) {
            while (rows.hasNext()) {
                KeyValue<byte[], byte[]> row = rows.next();
                if (!goOn.test(row.key, row.value)) {
                    return;
                }
            }
        }
    }
}
