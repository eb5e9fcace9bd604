package dev.carillon.collector.streams;

import dev.carillon.collector.ledger.CancelRequest;
import dev.carillon.collector.ledger.RowNames;
import dev.carillon.collector.partition.CancelCommands;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** Reads the commands to cancel from the global store. */
final class StreamsCommands implements CancelCommands {
    private final ReadOnlyKeyValueStore<byte[], byte[]> store;
    private final ControlProgress progress;

    StreamsCommands(ReadOnlyKeyValueStore<byte[], byte[]> store, ControlProgress progress) {
        this.store = store;
        this.progress = progress;
    }

    @Override
    public @Nullable CancelRequest cancelOf(String key) {
        if (progress.newest() < 0) {
            return null;
        }
        byte[] message = store.get(RowNames.named(StreamsControl.BY_KEY, key));
        return message == null ? null : new CancelRequest(new String(message, StandardCharsets.UTF_8));
    }

    @Override
    public long newest() {
        return progress.newest();
    }

    @Override
    public List<Named> after(long offset, int atMost) {
        List<Named> found = new ArrayList<>();
        byte[] from = RowNames.numbered(StreamsControl.BY_OFFSET, offset + 1, "");
        try (KeyValueIterator<byte[], byte[]> rows = store.range(from, RowNames.last(StreamsControl.BY_OFFSET))) {
            while (rows.hasNext() && found.size() < atMost) {
                KeyValue<byte[], byte[]> row = rows.next();
                found.add(new Named(
                        RowNames.number(row.key, StreamsControl.BY_OFFSET),
                        RowNames.nameBehindNumber(row.key, StreamsControl.BY_OFFSET)));
            }
        }
        return found;
    }
}
