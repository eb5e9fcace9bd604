package dev.carillon.benchmarks.trigger;

import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeBuilder;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Ends each task of a parent with success as soon as it is visible, and notes how long after that its child's task is.
 */
final class KafkaStandInCollector implements AutoCloseable {
    static final String PARENT = "parent-";
    static final String CHILD = "child-";
    private static final Duration POLL = Duration.ofMillis(100);
    private static final double NANOS_A_MILLI = 1e6;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KafkaProducer<byte[], byte[]> producer;
    private final TopicNames names;
    private final Clock clock = Clock.systemUTC();
    /** When an outcome was sent, by {@code number:instant}. */
    private final Map<String, Long> ended = new ConcurrentHashMap<>();

    private final CountDownLatch ready = new CountDownLatch(1);
    private final Samples latencies = new Samples();
    private final Thread thread;
    private final AtomicLong unexpected = new AtomicLong();
    private volatile boolean endsMore = true;
    private volatile boolean closed;

    KafkaStandInCollector(KafkaTestBed bed, TopicNames names) throws InterruptedException {
        this.names = names;
        consumer = bed.clients().consumer("dependencies");
        producer = bed.clients().producer("outcomes");
        thread = new Thread(this::follow, "collector");
        thread.start();
        ready.await();
    }

    private void follow() {
        List<TopicPartition> all = new ArrayList<>();
        for (int i = 0; i < KafkaTestBed.PARTITIONS; i++) {
            all.add(new TopicPartition(names.tasks("default", Priority.NORMAL), i));
        }
        consumer.assign(all);
        consumer.seekToEnd(all);
        all.forEach(consumer::position);
        ready.countDown();
        while (!closed) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                String key = new String(record.key(), StandardCharsets.US_ASCII);
                if (key.startsWith(PARENT)) {
                    if (endsMore) {
                        end(key);
                    }
                } else if (key.startsWith(CHILD)) {
                    Long committed = ended.remove(key.substring(CHILD.length()));
                    if (committed != null) {
                        latencies.add((System.nanoTime() - committed) / NANOS_A_MILLI);
                    } else {
                        unexpected.incrementAndGet();
                    }
                }
            }
        }
        consumer.close();
        producer.close();
    }

    private void end(String key) {
        ExecutionKey parsed = ExecutionKey.parse(key);
        Outcome outcome = OutcomeBuilder.builder()
                .key(parsed)
                .status(OutcomeStatus.SUCCEEDED)
                .attempts(1)
                .decidedAt(clock.instant())
                .rest(Map.of())
                .build();
        // Noted before the send: a child can't be seen before its parent's outcome is committed.
        ended.put(key.substring(PARENT.length()), System.nanoTime());
        var unused = producer.send(new ProducerRecord<>(
                names.outcomes(), parsed.home(KafkaTestBed.PARTITIONS), parsed.bytes(), Kind.OUTCOME.encode(outcome)));
    }

    /** From now on tasks of parents are not ended, so that the last children can arrive. */
    void endNoMore() {
        endsMore = false;
    }

    Samples latencies() {
        return latencies;
    }

    /** Parents that ended and whose child's task has not been seen. */
    int missing() {
        return ended.size();
    }

    /** Tasks of children that came before their parent ended, or a second time. */
    long unexpected() {
        return unexpected.get();
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
