package dev.carillon.collector.streams;

import dev.carillon.collector.ledger.Cancel;
import dev.carillon.collector.ledger.Rows;
import dev.carillon.collector.partition.Commands;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** The commands in the global store. */
final class StreamsCommands implements Commands {
    private final ReadOnlyKeyValueStore<byte[], byte[]> store;
    private final ControlProgress progress;

    StreamsCommands(ReadOnlyKeyValueStore<byte[], byte[]> store, ControlProgress progress) {
        this.store = store;
        this.progress = progress;
    }

    @Override
    public @Nullable Cancel cancelOf(String key) {
        if (progress.newest() < 0) {
            return null;
        }
        byte[] words = store.get(Rows.named(StreamsControl.BY_KEY, key));
        return words == null ? null : new Cancel(new String(words, StandardCharsets.UTF_8));
    }

    @Override
    public long newest() {
        return progress.newest();
    }

    @Override
    public List<Named> after(long offset, int atMost) {
        List<Named> found = new ArrayList<>();
        byte[] from = Rows.numbered(StreamsControl.BY_OFFSET, offset + 1, "");
        try (KeyValueIterator<byte[], byte[]> rows = store.range(from, Rows.last(StreamsControl.BY_OFFSET))) {
            while (rows.hasNext() && found.size() < atMost) {
                KeyValue<byte[], byte[]> row = rows.next();
                found.add(new Named(
                        Rows.number(row.key, StreamsControl.BY_OFFSET),
                        Rows.nameBehindNumber(row.key, StreamsControl.BY_OFFSET)));
            }
        }
        return found;
    }
}
