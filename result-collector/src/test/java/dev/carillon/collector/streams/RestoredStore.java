package dev.carillon.collector.streams;

import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.internals.InMemoryKeyValueStore;

/** A store that holds rows when the processor first sees it, as one restored from its changelog does. */
final class RestoredStore implements KeyValueBytesStoreSupplier {
    private final List<KeyValue<byte[], byte[]>> rows;

    RestoredStore(List<KeyValue<byte[], byte[]>> rows) {
        this.rows = rows;
    }

    @Override
    public String name() {
        return StreamsTopology.STORE;
    }

    @Override
    public String metricsScope() {
        return "restored";
    }

    @Override
    public KeyValueStore<Bytes, byte[]> get() {
        return new InMemoryKeyValueStore(name()) {
            @Override
            public void init(StateStoreContext context, StateStore root) {
                super.init(context, root);
                rows.forEach(row -> put(Bytes.wrap(row.key), row.value));
            }
        };
    }
}
