package dev.carillon.benchmarks.collect;

import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** Follows the tasks that the collector releases, and notes how long after the failure it sees each. */
final class KafkaReleases implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long EVERY_MILLIS = 10;
    private static final Duration LAST_MAY_TAKE = Duration.ofSeconds(20);
    private static final double NANOS_A_MILLI = 1e6;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final Map<String, Long> failed = new ConcurrentHashMap<>();
    private final Thread thread;
    private volatile Samples millis = new Samples();
    private volatile boolean closed;

    KafkaReleases(KafkaTestBed bed, TopicNames names) throws InterruptedException {
        consumer = bed.clients().consumer("releases");
        thread = new Thread(() -> follow(names.released("default")), "releases");
        thread.start();
        ready.await();
    }

    static void assignFromStart(KafkaConsumer<byte[], byte[]> consumer, String topic) {
        List<TopicPartition> all = new ArrayList<>();
        for (int i = 0; i < KafkaTestBed.PARTITIONS; i++) {
            all.add(new TopicPartition(topic, i));
        }
        consumer.assign(all);
        consumer.seekToBeginning(all);
        all.forEach(consumer::position);
    }

    private void follow(String topic) {
        assignFromStart(consumer, topic);
        ready.countDown();
        while (!closed) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                Long since = failed.remove(new String(record.key(), StandardCharsets.US_ASCII));
                if (since != null) {
                    millis.add((System.nanoTime() - since) / NANOS_A_MILLI);
                }
            }
        }
        consumer.close();
    }

    /** Lets a hundred attempts a second fail, and waits until all are released. */
    Samples fail(KafkaProducer<byte[], byte[]> producer, KafkaResults results, int count) throws InterruptedException {
        millis = new Samples();
        long next = System.nanoTime();
        for (int n = 0; n < count; n++) {
            ProducerRecord<byte[], byte[]> record = results.failed(n, Duration.ZERO);
            String key = new String(record.key(), StandardCharsets.US_ASCII);
            failed.put(key, System.nanoTime());
            // No reader can see it before the acknowledgement.
            var unused = producer.send(
                    record, (where, failure) -> failed.computeIfPresent(key, (k, v) -> System.nanoTime()));
            next += TimeUnit.MILLISECONDS.toNanos(EVERY_MILLIS);
            long left = next - System.nanoTime();
            if (left > 0) {
                TimeUnit.NANOSECONDS.sleep(left);
            }
        }
        long end = System.nanoTime() + LAST_MAY_TAKE.toNanos();
        while (millis.count() < count && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(EVERY_MILLIS);
        }
        return millis;
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
