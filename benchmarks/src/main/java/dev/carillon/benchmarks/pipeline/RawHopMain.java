package dev.carillon.benchmarks.pipeline;

import dev.carillon.benchmarks.kafka.ChildProcess;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.kafka.KafkaDefaults;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A hop of plain clients in a separate process: passes each record of a topic to others unchanged, exactly once.
 * Without a target topic it only commits its position, as a collector does for settled results.
 */
public final class RawHopMain {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration TRANSACTION = Duration.ofSeconds(10);
    private static final long COMMIT_EVERY_NANOS = 50_000_000;
    private static final int AT_ONCE = 2_000;

    private RawHopMain() {}

    /**
     * Passes records on until the standard input ends; the arguments are brokers, name, group, topic, and the target
     * topics.
     */
    public static void main(String[] args) throws Exception {
        String name = args[1];
        List<String> targets = Arrays.asList(args).subList(4, args.length);
        Map<String, Object> reading = new HashMap<>(KafkaDefaults.consumer(KafkaConfig.at(args[0]), name));
        reading.put("group.id", args[2]);
        reading.put("max.poll.records", AT_ONCE);
        Map<String, Object> writing =
                KafkaDefaults.transactionalProducer(KafkaConfig.at(args[0]), name, name, TRANSACTION);
        try (KafkaConsumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(reading, new ByteArrayDeserializer(), new ByteArrayDeserializer());
                KafkaProducer<byte[], byte[]> producer =
                        new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            consumer.subscribe(List.of(args[3]));
            while (consumer.assignment().isEmpty()) {
                consumer.poll(POLL);
            }
            System.out.println(ChildProcess.SIGN + name);
            while (System.in.available() == 0) {
                pass(consumer, producer, targets);
            }
        }
        System.exit(0);
    }

    private static void pass(
            KafkaConsumer<byte[], byte[]> consumer, KafkaProducer<byte[], byte[]> producer, List<String> targets) {
        ConsumerRecords<byte[], byte[]> first = consumer.poll(POLL);
        if (first.isEmpty()) {
            return;
        }
        producer.beginTransaction();
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
        long end = System.nanoTime() + COMMIT_EVERY_NANOS;
        for (ConsumerRecords<byte[], byte[]> records = first;
                !records.isEmpty();
                records = System.nanoTime() < end ? consumer.poll(Duration.ofMillis(1)) : ConsumerRecords.empty()) {
            for (ConsumerRecord<byte[], byte[]> record : records) {
                for (String target : targets) {
                    var unused = producer.send(new ProducerRecord<>(
                            target, record.partition(), record.key(), record.value(), record.headers()));
                }
            }
            next.putAll(records.nextOffsets());
        }
        producer.sendOffsetsToTransaction(next, consumer.groupMetadata());
        producer.commitTransaction();
    }
}
