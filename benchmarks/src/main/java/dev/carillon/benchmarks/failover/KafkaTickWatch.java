package dev.carillon.benchmarks.failover;

import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.record.Priority;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads committed ticks as they come: of each second how many of its schedules have ticked, when the broker took them and when
 * they could be seen. Schedule number 17 is called {@code s-17}, and fires every second.
 */
final class KafkaTickWatch implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long LOOK_MILLIS = 5;
    private static final double NANOS_A_MILLI = 1e6;
    private static final byte[] SKIPPED = "\"SKIPPED\"".getBytes(StandardCharsets.US_ASCII);

    private final Clock clock = SystemTime.clock();
    private final TreeMap<Instant, Second> seconds = new TreeMap<>();
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final String results;
    private final int schedules;
    private final Thread thread;
    private volatile boolean closing;
    private long doubled;
    private long skipped;

    /** What is known of the ticks of one second. */
    static final class Second {
        final BitSet seen = new BitSet();
        Instant firstAppended = Instant.MAX;
        Instant lastAppended = Instant.MIN;
        Instant lastVisible = Instant.MIN;
        /** Milliseconds from the instant until a tick of it was seen. */
        final Samples visible = new Samples();
    }

    KafkaTickWatch(KafkaClients clients, TopicNames names, int schedules) {
        this.schedules = schedules;
        this.results = names.results();
        this.consumer = clients.consumer("tick-watch", Map.of("fetch.max.wait.ms", 100));
        List<TopicPartition> all = List.of(names.tasks("default", Priority.NORMAL), results).stream()
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
        if (record.topic().equals(results)) {
            skipped += contains(record.value(), SKIPPED) ? 1 : 0;
            return;
        }
        String key = new String(record.key(), StandardCharsets.UTF_8);
        int colon = key.indexOf(':');
        if (!key.startsWith("s-") || colon < 0) {
            return;
        }
        Instant nominal = Instant.parse(key.substring(colon + 1));
        Second second = seconds.computeIfAbsent(nominal, instant -> new Second());
        int number = Integer.parseInt(key.substring(2, colon));
        doubled += second.seen.get(number) ? 1 : 0;
        second.seen.set(number);
        Instant appended = Instant.ofEpochMilli(record.timestamp());
        second.firstAppended = appended.isBefore(second.firstAppended) ? appended : second.firstAppended;
        second.lastAppended = appended.isAfter(second.lastAppended) ? appended : second.lastAppended;
        second.lastVisible = now;
        second.visible.add(Duration.between(nominal, now).toNanos() / NANOS_A_MILLI);
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
        return doubled;
    }

    synchronized long skipped() {
        return skipped;
    }

    /** The last second of which every schedule has ticked, and of all before it since then. */
    synchronized Instant completeSince(Instant from) {
        Instant at = from;
        while (isComplete(at.plusSeconds(1))) {
            at = at.plusSeconds(1);
        }
        return at;
    }

    private boolean isComplete(Instant second) {
        Second found = seconds.get(second);
        return found != null && found.seen.cardinality() == schedules;
    }

    /** Ticks of the seconds in {@code (from, to]} that never came. */
    synchronized long lost(Instant from, Instant to) {
        long lost = 0;
        for (Instant at = from.plusSeconds(1); !at.isAfter(to); at = at.plusSeconds(1)) {
            Second found = seconds.get(at);
            lost += schedules - (found == null ? 0 : found.seen.cardinality());
        }
        return lost;
    }

    /** When the broker first took a tick after that. */
    synchronized Instant firstAppendedAfter(Instant instant) {
        return seconds.values().stream()
                .map(second -> second.firstAppended.isAfter(instant) ? second.firstAppended : second.lastAppended)
                .filter(appended -> appended.isAfter(instant))
                .min(Instant::compareTo)
                .orElse(Instant.MAX);
    }

    /** By how much the latest tick of these seconds came late to the broker. */
    synchronized Duration latest(Instant from, Instant to) {
        Duration latest = Duration.ZERO;
        for (Map.Entry<Instant, Second> second :
                seconds.subMap(from, false, to, true).entrySet()) {
            Duration late = Duration.between(second.getKey(), second.getValue().lastAppended);
            latest = late.compareTo(latest) > 0 ? late : latest;
        }
        return latest;
    }

    /** By how much the latest tick of these seconds came late to a reader of what is committed. */
    synchronized Duration latestVisible(Instant from, Instant to) {
        Duration latest = Duration.ZERO;
        for (Map.Entry<Instant, Second> second :
                seconds.subMap(from, false, to, true).entrySet()) {
            Duration late = Duration.between(second.getKey(), second.getValue().lastVisible);
            latest = late.compareTo(latest) > 0 ? late : latest;
        }
        return latest;
    }

    /** Milliseconds from each instant of these seconds until its ticks were seen. */
    synchronized Samples visible(Instant from, Instant to) {
        Samples all = new Samples();
        seconds.subMap(from, false, to, true).values().forEach(second -> all.addAll(second.visible));
        return all;
    }

    /** Waits until all ticks up to that second are there. */
    void awaitComplete(Instant from, Instant to, Duration within) throws InterruptedException {
        await("all ticks up to " + to, within, () -> !completeSince(from).isBefore(to));
    }

    static void await(String what, Duration within, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException(what + " did not come within " + within);
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
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
