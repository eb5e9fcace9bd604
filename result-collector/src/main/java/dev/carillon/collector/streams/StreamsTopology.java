package dev.carillon.collector.streams;

import dev.carillon.collector.outcome.Outgoing;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/** The one topology: two sources, one desk with one store, one sink that goes wherever the desk says. */
final class StreamsTopology {
    /** Also the name of the changelog: never change it. */
    static final String STORE = "ledger";

    private static final String DESK = "desk";
    private static final String RESULTS = "results";
    private static final String DELAYED = "delayed";
    /** A row holds at most a whole task; its changelog takes twice what the topics take. */
    private static final Map<String, String> CHANGELOG = Map.of("max.message.bytes", "2097176");

    private StreamsTopology() {}

    static Topology build(StreamsRoom room) {
        return build(room, Stores.persistentKeyValueStore(STORE));
    }

    static Topology build(StreamsRoom room, KeyValueBytesStoreSupplier store) {
        ByteArrayDeserializer bytes = new ByteArrayDeserializer();
        Topology topology = new Topology();
        topology.addGlobalStore(
                Stores.keyValueStoreBuilder(
                                Stores.inMemoryKeyValueStore(StreamsControl.STORE),
                                Serdes.ByteArray(),
                                Serdes.ByteArray())
                        .withLoggingDisabled(),
                "control",
                bytes,
                bytes,
                room.names().control(),
                "control-reader",
                () -> new StreamsControl(room.news(), StreamsControl.MOST_KEPT));
        topology.addSource(RESULTS, bytes, bytes, room.names().results());
        topology.addSource(DELAYED, bytes, bytes, room.names().delayed());
        topology.addProcessor(DESK, () -> new StreamsDesk(room), RESULTS, DELAYED);
        topology.addStateStore(
                Stores.keyValueStoreBuilder(store, Serdes.ByteArray(), Serdes.ByteArray())
                        .withLoggingEnabled(CHANGELOG),
                DESK);
        topology.addSink(
                "letters",
                (key, letter, context) -> letter.topic(),
                new ByteArraySerializer(),
                new LetterSerializer(),
                (topic, key, letter, partitions) -> Optional.of(Set.of(letter.partition() % partitions)),
                DESK);
        return topology;
    }

    private static final class LetterSerializer implements Serializer<Outgoing> {
        @Override
        public byte @Nullable [] serialize(String topic, @Nullable Outgoing letter) {
            return letter == null ? null : letter.value();
        }
    }
}
