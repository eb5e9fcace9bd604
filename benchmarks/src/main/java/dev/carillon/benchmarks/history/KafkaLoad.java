package dev.carillon.benchmarks.history;

import dev.carillon.embedded.EmbeddedCluster;
import dev.carillon.embedded.EmbeddedClusterOptions;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.kafka.topic.KafkaTopics;
import dev.carillon.kit.kafka.topic.WantedTopic;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** An embedded broker with Carillon's topics, filled with executions. */
final class KafkaLoad implements AutoCloseable {
    /** New topics need a moment before they can take a full load. */
    private static final long SETTLE_MS = 1_000;

    private static final Duration POLL = Duration.ofMillis(200);
    private static final int MOST_RECORDS = 5_000;
    private static final int MOST_BYTES = 16 * 1024 * 1024;

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final TopicNames names = new TopicNames("carillon");
    private final EmbeddedCluster cluster;
    private final KafkaClients clients;
    private final KafkaProducer<byte[], byte[]> producer;

    KafkaLoad(Path dir) throws InterruptedException {
        cluster = EmbeddedCluster.start(EmbeddedClusterOptions.in(dir).withoutZooKeeper());
        clients = new KafkaClients(KafkaConfig.at(cluster.bootstrapServers()), meters);
        try (Admin admin = clients.admin("topics")) {
            List<WantedTopic> wanted = new TopicCatalogue(names, Executions.PARTITIONS)
                    .all(List.of("default")).stream()
                            .map(spec -> new WantedTopic(spec.name(), spec.partitions(), spec.configs()))
                            .toList();
            new KafkaTopics(admin, SystemTime.pause(), SystemTime.ticker()).apply(wanted);
        }
        TimeUnit.MILLISECONDS.sleep(SETTLE_MS);
        producer = clients.producer("load");
    }

    KafkaClients clients() {
        return clients;
    }

    TopicNames names() {
        return names;
    }

    MeterRegistry meters() {
        return meters;
    }

    /** Sends the three records, in their order. */
    void send(Executions.Three three) {
        byte[] key = three.key().toString().getBytes(StandardCharsets.UTF_8);
        send(names.tasks("default", Priority.NORMAL), three.home(), key, three.task());
        send(names.results(), three.home(), key, three.result());
        send(names.outcomes(), three.home(), key, three.outcome());
    }

    /** Ignores failures: the caller waits for the records and notices a missing one. */
    private void send(String topic, int partition, byte[] key, byte[] value) {
        var unused = producer.send(new ProducerRecord<>(topic, partition, key, value));
    }

    void flush() {
        producer.flush();
    }

    /** Reads all that was sent with a plain consumer; returns records per second. */
    double rawConsumer(long records) {
        try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer(
                "raw",
                Map.of(
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MOST_RECORDS,
                        ConsumerConfig.FETCH_MAX_BYTES_CONFIG, MOST_BYTES))) {
            List<TopicPartition> parts = new ArrayList<>();
            for (String topic : List.of(names.tasks("default", Priority.NORMAL), names.results(), names.outcomes())) {
                for (int i = 0; i < Executions.PARTITIONS; i++) {
                    parts.add(new TopicPartition(topic, i));
                }
            }
            consumer.assign(parts);
            consumer.seekToBeginning(parts);
            consumer.endOffsets(parts);
            long began = System.nanoTime();
            long read = 0;
            while (read < records) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    read += record.value() == null ? 0 : 1;
                }
            }
            return read / Seconds.since(began);
        }
    }

    @Override
    public void close() {
        producer.close();
        cluster.close();
    }
}
