package dev.carillon.collector.streams;

import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.kafka.KafkaDefaults;
import dev.carillon.schemas.topic.TopicNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * The settings of Streams.
 *
 * @param applicationId also the consumer group and the prefix of changelogs and transactional ids: never change it
 * @param instanceId the name under which a killed instance comes back and takes its place at once, instead of waiting
 *     until its former session times out
 */
public record StreamsSettings(
        String applicationId,
        @Nullable String instanceId,
        Path stateDir,
        int threads,
        Duration commitInterval,
        Duration sessionTimeout,
        int standbyReplicas) {
    /** The open transaction of a dead instance hides what others write behind it for no longer than this. */
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(10);

    /** The consumer returns earlier when something is due. */
    private static final int POLL_MS = 100;

    private static final int MOST_RECORDS_A_POLL = 2_000;
    /** What is written several times within a transaction goes to the changelog once. */
    private static final long STORE_CACHE = 16L << 20;

    private static final int HEARTBEATS_PER_SESSION = 3;

    /** Streams sets these itself. */
    private static final Set<String> STREAMS_OWN = Set.of(
            CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
            CommonClientConfigs.CLIENT_ID_CONFIG,
            ProducerConfig.ACKS_CONFIG,
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG);

    /** The application id in a namespace. */
    public static String applicationId(TopicNames names) {
        return names.namespace() + ".collector";
    }

    /** The topic that holds the ledger, one partition a home. */
    public static String changelog(TopicNames names) {
        return applicationId(names) + "-" + StreamsTopology.STORE + "-changelog";
    }

    /** With the instance id, which is made at the first start and kept beside the state. */
    StreamsSettings named() throws IOException {
        Path file = stateDir.resolve("instance-id");
        if (!Files.exists(file)) {
            Files.createDirectories(stateDir);
            Files.writeString(file, "collector-" + UUID.randomUUID());
        }
        String name = Files.readString(file).strip();
        return new StreamsSettings(
                applicationId,
                name.isEmpty() ? null : name,
                stateDir,
                threads,
                commitInterval,
                sessionTimeout,
                standbyReplicas);
    }

    Map<String, Object> properties(KafkaConfig kafka, Map<String, ?> more) {
        Map<String, Object> all = new HashMap<>(more);
        all.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId);
        all.put(StreamsConfig.CLIENT_ID_CONFIG, kafka.clientIdPrefix() + "-collector");
        all.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.addresses());
        all.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        all.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        all.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
        all.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
        all.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, standbyReplicas);
        all.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, commitInterval.toMillis());
        all.put(StreamsConfig.POLL_MS_CONFIG, POLL_MS);
        // Nothing depends on the order between results and delayed, so neither waits for the other.
        all.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
        all.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, STORE_CACHE);
        all.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, StreamsRocksMemory.class);
        // Its constant is deprecated already, the behaviour is the coming default.
        all.put("processing.exception.handler.global.enabled", true);
        all.put("enable.metrics.push", false);
        clients(all, kafka);
        return all;
    }

    private void clients(Map<String, Object> all, KafkaConfig kafka) {
        KafkaDefaults.transactionalProducer(kafka, "collector", applicationId, TRANSACTION_TIMEOUT)
                .forEach((key, value) -> put(all, StreamsConfig.producerPrefix(key), key, value));
        KafkaDefaults.consumer(kafka, "collector")
                .forEach((key, value) -> put(all, StreamsConfig.consumerPrefix(key), key, value));
        KafkaDefaults.admin(kafka, "collector")
                .forEach((key, value) -> put(all, StreamsConfig.adminClientPrefix(key), key, value));
        int session = Math.toIntExact(sessionTimeout.toMillis());
        all.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), session);
        all.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), MOST_RECORDS_A_POLL);
        if (instanceId != null) {
            all.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG), instanceId);
        }
        all.put(
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG),
                session / HEARTBEATS_PER_SESSION);
    }

    private static void put(Map<String, Object> all, String prefixed, String key, Object value) {
        if (!STREAMS_OWN.contains(key)) {
            all.put(prefixed, value);
        }
    }
}
