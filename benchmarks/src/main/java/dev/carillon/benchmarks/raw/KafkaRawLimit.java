package dev.carillon.benchmarks.raw;

import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.kafka.KafkaDefaults;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Plain Kafka clients at full speed, each method one measurement; figures are records per second. */
public final class KafkaRawLimit {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration TRANSACTION = Duration.ofSeconds(10);
    private static final double NANOS = 1e9;
    private static final double NANOS_A_MILLI = 1e6;
    private static final long LOW_RATE_PAUSE_NANOS = 10_000_000;
    private static final int FETCH_BYTES = 16 * 1024 * 1024;
    private static final AtomicInteger NAMES = new AtomicInteger();

    private final KafkaTestBed bed;

    public KafkaRawLimit(KafkaTestBed bed) {
        this.bed = bed;
    }

    /** A plain producer, acks from all, lz4. */
    public double producer(Setting setting, List<ProducerRecord<byte[], byte[]>> records) {
        try (KafkaProducer<byte[], byte[]> producer = producer(setting)) {
            producer.partitionsFor(records.get(0).topic());
            long began = System.nanoTime();
            for (ProducerRecord<byte[], byte[]> record : records) {
                var unused = producer.send(record);
            }
            producer.flush();
            return records.size() * NANOS / (System.nanoTime() - began);
        }
    }

    /** A transactional producer that commits after every {@code setting.atOnce()} records. */
    public double transactional(Setting setting, List<ProducerRecord<byte[], byte[]>> records) {
        try (KafkaProducer<byte[], byte[]> producer = transactional(setting)) {
            producer.initTransactions();
            producer.partitionsFor(records.get(0).topic());
            long began = System.nanoTime();
            for (int from = 0; from < records.size(); from += setting.atOnce()) {
                producer.beginTransaction();
                int to = Math.min(records.size(), from + setting.atOnce());
                for (ProducerRecord<byte[], byte[]> record : records.subList(from, to)) {
                    var unused = producer.send(record);
                }
                producer.commitTransaction();
            }
            return records.size() * NANOS / (System.nanoTime() - began);
        }
    }

    /** Reads the committed records of one topic from its beginning to its end. */
    public double consumer(String topic, long records, int mostAtOnce) {
        Map<String, Object> settings = Map.of(
                "max.poll.records",
                mostAtOnce,
                "fetch.max.bytes",
                FETCH_BYTES,
                "max.partition.fetch.bytes",
                FETCH_BYTES / 4);
        try (KafkaConsumer<byte[], byte[]> consumer = bed.clients().consumer("raw", settings)) {
            List<TopicPartition> all = partitions(consumer, topic);
            consumer.assign(all);
            consumer.seekToBeginning(all);
            consumer.endOffsets(all);
            long began = System.nanoTime();
            long read = 0;
            while (read < records) {
                read += consumer.poll(POLL).count();
            }
            return read * NANOS / (System.nanoTime() - began);
        }
    }

    /** Reads a topic and writes each record to another, positions and records in one transaction. */
    public double consumeProcessProduce(Setting setting, String from, String to, long records, Duration commitEvery) {
        String group = "raw-group-" + NAMES.incrementAndGet();
        try (KafkaConsumer<byte[], byte[]> consumer =
                        bed.clients().groupConsumer(group, group, Map.of("max.poll.records", setting.atOnce()));
                KafkaProducer<byte[], byte[]> producer = transactional(setting)) {
            producer.initTransactions();
            producer.partitionsFor(to);
            consumer.subscribe(List.of(from));
            while (consumer.assignment().isEmpty()) {
                consumer.poll(Duration.ofMillis(1));
            }
            consumer.seekToBeginning(consumer.assignment());
            long began = System.nanoTime();
            long read = 0;
            while (read < records) {
                producer.beginTransaction();
                Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
                long end = System.nanoTime() + commitEvery.toNanos();
                while (read < records && System.nanoTime() < end) {
                    ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
                    for (ConsumerRecord<byte[], byte[]> record : polled) {
                        var unused = producer.send(new ProducerRecord<>(
                                to, record.partition(), record.key(), record.value(), record.headers()));
                    }
                    next.putAll(polled.nextOffsets());
                    read += polled.count();
                }
                producer.sendOffsetsToTransaction(next, consumer.groupMetadata());
                producer.commitTransaction();
            }
            return read * NANOS / (System.nanoTime() - began);
        }
    }

    /** One record a transaction, a hundred a second: milliseconds from before the send until a reader has it. */
    public Samples lowRate(Setting setting, List<ProducerRecord<byte[], byte[]>> records) throws InterruptedException {
        Samples latencies = new Samples();
        String topic = records.get(0).topic();
        try (KafkaConsumer<byte[], byte[]> consumer = bed.clients().consumer("raw");
                KafkaProducer<byte[], byte[]> producer = transactional(setting)) {
            producer.initTransactions();
            List<TopicPartition> all = partitions(consumer, topic);
            consumer.assign(all);
            consumer.seekToEnd(all);
            all.forEach(consumer::position);
            long[] sent = new long[1];
            for (ProducerRecord<byte[], byte[]> record : records) {
                sent[0] = System.nanoTime();
                Thread sender = new Thread(() -> {
                    producer.beginTransaction();
                    var unused = producer.send(record);
                    producer.commitTransaction();
                });
                sender.start();
                while (consumer.poll(POLL).isEmpty()) {
                    // The record has not arrived yet.
                }
                latencies.add((System.nanoTime() - sent[0]) / NANOS_A_MILLI);
                sender.join();
                LockSupport.parkNanos(LOW_RATE_PAUSE_NANOS);
            }
        }
        return latencies;
    }

    private static List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer, String topic) {
        return consumer.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
    }

    private KafkaProducer<byte[], byte[]> producer(Setting setting) {
        return made(KafkaDefaults.producer(config(), "raw-" + NAMES.incrementAndGet()), setting);
    }

    private KafkaProducer<byte[], byte[]> transactional(Setting setting) {
        String name = "raw-" + NAMES.incrementAndGet();
        return made(KafkaDefaults.transactionalProducer(config(), name, name, TRANSACTION), setting);
    }

    private static KafkaProducer<byte[], byte[]> made(Map<String, Object> all, Setting setting) {
        all.putAll(setting.producer());
        return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private KafkaConfig config() {
        return KafkaConfig.at(bed.bootstrapServers());
    }
}
