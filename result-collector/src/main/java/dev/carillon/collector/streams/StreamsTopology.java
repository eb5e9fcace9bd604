package dev.carillon.collector.streams;

import dev.carillon.collector.outcome.OutgoingRecord;
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

/**
 * The topology: two sources, one processor with one store, and one sink that writes each output to the partition it
 * names.
 */
final class StreamsTopology {
    /** Also the name of the changelog: never change it. */
    static final String STORE = "ledger";

    private static final String PROCESSOR = "partition";
    private static final String RESULTS = "results";
    private static final String DELAYED = "delayed";
    /** A row holds at most a whole task; its changelog accepts twice what the topics accept. */
    private static final Map<String, String> CHANGELOG = Map.of("max.message.bytes", "2097176");

    private StreamsTopology() {}

    static Topology build(TopologyDependencies dependencies) {
        return build(dependencies, Stores.persistentKeyValueStore(STORE));
    }

    static Topology build(TopologyDependencies dependencies, KeyValueBytesStoreSupplier store) {
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
                dependencies.names().control(),
                "control-reader",
                () -> new StreamsControl(dependencies.control(), StreamsControl.MOST_KEPT));
        topology.addSource(RESULTS, bytes, bytes, dependencies.names().results());
        topology.addSource(DELAYED, bytes, bytes, dependencies.names().delayed());
        topology.addProcessor(PROCESSOR, () -> new StreamsProcessor(dependencies), RESULTS, DELAYED);
        topology.addStateStore(
                Stores.keyValueStoreBuilder(store, Serdes.ByteArray(), Serdes.ByteArray())
                        .withLoggingEnabled(CHANGELOG)
                        .withCachingEnabled(),
                PROCESSOR);
        topology.addSink(
                "outputs",
                (key, output, context) -> output.topic(),
                new ByteArraySerializer(),
                new OutputSerializer(),
                (topic, key, output, partitions) -> Optional.of(Set.of(output.partition() % partitions)),
                PROCESSOR);
        return topology;
    }

    private static final class OutputSerializer implements Serializer<OutgoingRecord> {
        @Override
        public byte @Nullable [] serialize(String topic, @Nullable OutgoingRecord output) {
            return output == null ? null : output.value();
        }
    }
}
