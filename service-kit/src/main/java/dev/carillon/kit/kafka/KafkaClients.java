package dev.carillon.kit.kafka;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Creates Kafka clients; the caller owns each, uses it from one thread and closes it. */
public final class KafkaClients {
    private final KafkaConfig config;
    private final MeterRegistry meters;

    public KafkaClients(KafkaConfig config, MeterRegistry meters) {
        this.config = config;
        this.meters = meters;
    }

    public KafkaConfig config() {
        return config;
    }

    public KafkaProducer<byte[], byte[]> producer(String clientId) {
        return producer(KafkaDefaults.producer(config, clientId));
    }

    /** A producer for callers that wait for each record: it never delays one to fill a batch. */
    public KafkaProducer<byte[], byte[]> promptProducer(String clientId) {
        return producer(KafkaDefaults.promptProducer(config, clientId));
    }

    /** A producer for callers that send many records before they wait: it collects them in large batches. */
    public KafkaProducer<byte[], byte[]> bulkProducer(String clientId) {
        return producer(KafkaDefaults.bulkProducer(config, clientId));
    }

    public KafkaProducer<byte[], byte[]> transactionalProducer(String clientId, String transactionalId) {
        return transactionalProducer(clientId, transactionalId, KafkaDefaults.TRANSACTION_TIMEOUT);
    }

    public KafkaProducer<byte[], byte[]> transactionalProducer(
            String clientId, String transactionalId, Duration transactionTimeout) {
        return producer(KafkaDefaults.transactionalProducer(config, clientId, transactionalId, transactionTimeout));
    }

    /** A consumer without a group: its owner assigns partitions, and it commits nothing. */
    public KafkaConsumer<byte[], byte[]> consumer(String clientId) {
        return consumer(clientId, Map.of());
    }

    /** As {@link #consumer(String)}, with settings that override the defaults. */
    public KafkaConsumer<byte[], byte[]> consumer(String clientId, Map<String, ?> overrides) {
        Map<String, Object> all = KafkaDefaults.consumer(config, clientId);
        all.putAll(overrides);
        return new KafkaConsumer<>(measured(all), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** A member of a consumer group. */
    public KafkaConsumer<byte[], byte[]> groupConsumer(String clientId, String groupId, Map<String, ?> overrides) {
        Map<String, Object> all = KafkaDefaults.consumer(config, clientId);
        all.put(ConsumerConfig.GROUP_ID_CONFIG, groupId);
        all.putAll(overrides);
        return new KafkaConsumer<>(measured(all), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    public Admin admin(String clientId) {
        return Admin.create(measured(KafkaDefaults.admin(config, clientId)));
    }

    private KafkaProducer<byte[], byte[]> producer(Map<String, Object> all) {
        return new KafkaProducer<>(measured(all), new ByteArraySerializer(), new ByteArraySerializer());
    }

    private Map<String, Object> measured(Map<String, Object> all) {
        all.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, KafkaMetricsBridge.class.getName());
        all.put(KafkaMetricsBridge.REGISTRY, meters);
        return all;
    }
}
