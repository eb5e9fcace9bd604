package dev.carillon.system.checker.read;

import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.system.checker.seen.SeenRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads all committed records of a namespace up to the ends of the logs at the start, without a consumer group. */
public final class KafkaRunReader {
    private static final Duration POLL = Duration.ofMillis(200);
    /** 20 s: an open transaction hides later records, but those of Carillon end well before that. */
    private static final int POLLS_WITHOUT_PROGRESS = 100;

    private final String bootstrapServers;

    public KafkaRunReader(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    public Run read(TopicNames names) {
        Map<TopicPartition, Long> ends = ends(names);
        List<SeenRecord> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer("read_committed")) {
            consumer.assign(ends.keySet());
            consumer.seekToBeginning(ends.keySet());
            Set<TopicPartition> pending = pending(consumer, ends);
            for (int idle = 0; !pending.isEmpty(); idle++) {
                int before = records.size();
                consumer.poll(POLL).forEach(record -> records.add(seen(record)));
                idle = records.size() == before ? idle : 0;
                if (idle > POLLS_WITHOUT_PROGRESS) {
                    throw new IllegalStateException("the ends of " + pending + " were not reached: an open"
                            + " transaction hides them, or the broker is down");
                }
                pending = pending(consumer, ends);
                // Later records of the other partitions are not part of this run, and must not look like progress.
                consumer.pause(reached(ends, pending));
            }
        }
        List<String> topics =
                ends.keySet().stream().map(TopicPartition::topic).distinct().toList();
        return new Run(names, topics, records);
    }

    /** The high watermarks, which Kafka returns as ends to a consumer of uncommitted records. */
    private Map<TopicPartition, Long> ends(TopicNames names) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer("read_uncommitted")) {
            List<TopicPartition> partitions = new ArrayList<>();
            for (Map.Entry<String, List<PartitionInfo>> topic :
                    consumer.listTopics().entrySet()) {
                // Streams' own changelogs start with the application's name and a hyphen, not with a dot.
                if (topic.getKey().startsWith(names.namespace() + ".") && !isInternal(topic.getKey())) {
                    topic.getValue()
                            .forEach(info -> partitions.add(new TopicPartition(info.topic(), info.partition())));
                }
            }
            return consumer.endOffsets(partitions);
        }
    }

    private static boolean isInternal(String topic) {
        return topic.endsWith("-changelog") || topic.endsWith("-repartition");
    }

    /** Compares positions, not offsets of records, because a log may end with transaction markers. */
    private static Set<TopicPartition> pending(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream()
                .filter(end -> consumer.position(end.getKey()) < end.getValue())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private static Set<TopicPartition> reached(Map<TopicPartition, Long> ends, Set<TopicPartition> pending) {
        return ends.keySet().stream()
                .filter(partition -> !pending.contains(partition))
                .collect(Collectors.toSet());
    }

    /** Converts the record for the checks. */
    public static SeenRecord seen(ConsumerRecord<byte[], byte[]> record) {
        Map<String, String> headers = new HashMap<>();
        for (Header header : record.headers()) {
            byte[] value = header.value();
            headers.put(header.key(), value == null ? "" : new String(value, StandardCharsets.UTF_8));
        }
        return new SeenRecord(
                record.topic(),
                record.partition(),
                record.offset(),
                Instant.ofEpochMilli(record.timestamp()),
                record.key(),
                record.value(),
                headers);
    }

    private KafkaConsumer<byte[], byte[]> consumer(String isolation) {
        Map<String, Object> config = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                isolation,
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                false,
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                false,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "none");
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
