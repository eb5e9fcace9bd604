package dev.carillon.benchmarks.failover;

import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * Follows the committed ticks, slices and skipped ticks. Schedule number 17 is called {@code s-17}, and fires every
 * second.
 */
final class KafkaTickWatch implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long LOOK_MILLIS = 5;
    private static final byte[] SKIPPED = "\"SKIPPED\"".getBytes(StandardCharsets.US_ASCII);

    private final Clock clock = SystemTime.clock();
    private final Terms terms = new Terms();
    private final TickBook book;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final TopicNames names;
    private final Thread thread;
    private volatile boolean closing;
    private long skipped;

    KafkaTickWatch(KafkaClients clients, TopicNames names, int schedules) {
        this.names = names;
        this.book = new TickBook(schedules);
        this.consumer = clients.consumer("tick-watch", Map.of("fetch.max.wait.ms", 100));
        List<TopicPartition> all =
                List.of(names.tasks("default", Priority.NORMAL), names.results(), names.events()).stream()
                        .flatMap(topic -> consumer.partitionsFor(topic).stream())
                        .map(KafkaTickWatch::partition)
                        .toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
        this.thread = new Thread(this::read, "tick-watch");
        thread.start();
    }

    private static TopicPartition partition(PartitionInfo info) {
        return new TopicPartition(info.topic(), info.partition());
    }

    private void read() {
        while (!closing) {
            var records = consumer.poll(POLL);
            Instant now = clock.instant();
            synchronized (this) {
                records.forEach(record -> take(record, now));
            }
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record, Instant now) {
        if (record.topic().equals(names.results())) {
            skipped += contains(record.value(), SKIPPED) ? 1 : 0;
        } else if (record.topic().equals(names.events())) {
            event(record);
        } else {
            tick(record, now);
        }
    }

    private void event(ConsumerRecord<byte[], byte[]> record) {
        Event event = Kind.EVENT.decode(record.value());
        if (event.source() != null && (event.type() == EventType.SLICE || event.type() == EventType.LEADER_ELECTED)) {
            terms.add(
                    Instant.ofEpochMilli(record.timestamp()), event.source(), event.type() == EventType.LEADER_ELECTED);
        }
    }

    private void tick(ConsumerRecord<byte[], byte[]> record, Instant now) {
        String key = new String(record.key(), StandardCharsets.UTF_8);
        int colon = key.indexOf(':');
        if (key.startsWith("s-") && colon > 0) {
            int number = Integer.parseInt(key.substring(2, colon));
            book.add(number, Instant.parse(key.substring(colon + 1)), Instant.ofEpochMilli(record.timestamp()), now);
        }
    }

    private static boolean contains(byte[] value, byte[] word) {
        for (int at = 0; value != null && at + word.length <= value.length; at++) {
            if (Arrays.equals(value, at, at + word.length, word, 0, word.length)) {
                return true;
            }
        }
        return false;
    }

    synchronized long doubled() {
        return book.doubled();
    }

    synchronized long skipped() {
        return skipped;
    }

    /** Ticks of the seconds in {@code (from, to]} that never came. */
    synchronized long lost(Instant from, Instant to) {
        return book.lost(from, to);
    }

    /** When a read_committed consumer saw the first tick that the broker appended after that instant. */
    synchronized Instant firstAfter(Instant instant) {
        return book.firstAfter(instant);
    }

    /** How many milliseconds late a read_committed consumer saw the latest tick of these seconds. */
    synchronized double latest(Instant from, Instant to) {
        return book.latest(from, to);
    }

    /** For how many milliseconds no trigger committed a slice at the first change of leader after that moment. */
    synchronized double handOverGap(Instant moment) {
        return terms.gapAfter(moment);
    }

    /** Waits until all ticks up to that second are there, or gives up; lost ticks are counted at the end. */
    void awaitComplete(Instant from, Instant to, Duration within) throws InterruptedException {
        if (!comes(within, () -> isComplete(from, to))) {
            System.err.println("ticks up to " + to + " are lost: they did not come within " + within);
        }
    }

    private synchronized boolean isComplete(Instant from, Instant to) {
        return !book.completeSince(from).isBefore(to);
    }

    /** Waits for a condition that every measurement needs. */
    static void await(String what, Duration within, BooleanSupplier condition) throws InterruptedException {
        if (!comes(within, condition)) {
            throw new IllegalStateException(what + " did not come within " + within);
        }
    }

    /** Whether the condition holds within that time. */
    static boolean comes(Duration within, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        return true;
    }

    @Override
    public void close() {
        closing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        consumer.close();
    }
}
