package dev.carillon.benchmarks.trigger;

import dev.carillon.benchmarks.kafka.KafkaTestBed;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads the committed tasks as a worker would, and notes how long after its instant it saw each. */
public final class KafkaTickReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Map<String, Object> SETTINGS = Map.of("max.poll.records", 20_000);
    private static final double NANOS_A_MILLI = 1e6;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Clock clock = Clock.systemUTC();
    private final Map<Instant, Seen> byInstant = new ConcurrentHashMap<>();
    private final Map<String, Instant> parsed = new HashMap<>();
    private final AtomicLong read = new AtomicLong();
    private final CountDownLatch ready = new CountDownLatch(1);
    private final int schedules;
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Follows the topic from its end on.
     *
     * @param schedules how many there are, named {@code report-0} and so on
     */
    public KafkaTickReader(KafkaTestBed bed, String topic, int schedules) throws InterruptedException {
        this.schedules = schedules;
        consumer = bed.clients().consumer("ticks", SETTINGS);
        thread = new Thread(() -> follow(topic), "ticks");
        thread.start();
        ready.await();
    }

    /** All committed ticks of a topic. */
    static Tally tally(KafkaTestBed bed, String topic, int schedules) {
        Tally tally = new Tally(schedules);
        try (KafkaConsumer<byte[], byte[]> consumer = bed.clients().consumer("tally", SETTINGS)) {
            List<TopicPartition> all = partitions(topic);
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (all.stream()
                    .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    tally.add(
                            new String(record.key(), StandardCharsets.US_ASCII),
                            record.key().length + record.value().length);
                }
            }
        }
        return tally;
    }

    private static List<TopicPartition> partitions(String topic) {
        List<TopicPartition> all = new ArrayList<>();
        for (int i = 0; i < KafkaTestBed.PARTITIONS; i++) {
            all.add(new TopicPartition(topic, i));
        }
        return all;
    }

    private void follow(String topic) {
        List<TopicPartition> all = partitions(topic);
        consumer.assign(all);
        consumer.seekToEnd(all);
        all.forEach(consumer::position);
        ready.countDown();
        while (!closed) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            Instant now = clock.instant();
            for (ConsumerRecord<byte[], byte[]> record : records) {
                note(new String(record.key(), StandardCharsets.US_ASCII), now);
            }
            read.addAndGet(records.count());
        }
        consumer.close();
    }

    private void note(String key, Instant now) {
        int colon = key.indexOf(':');
        Instant nominal = parsed.computeIfAbsent(key.substring(colon + 1), Instant::parse);
        int schedule = Integer.parseInt(key, key.indexOf('-') + 1, colon, 10);
        byInstant
                .computeIfAbsent(nominal, instant -> new Seen(schedules))
                .add(schedule, Duration.between(nominal, now).toNanos() / NANOS_A_MILLI);
    }

    /** How many records were read. */
    long read() {
        return read.get();
    }

    /** The ticks seen of an instant; empty if it had none. */
    public Seen at(Instant nominal) {
        return byInstant.getOrDefault(nominal, new Seen(0));
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
