package dev.carillon.benchmarks.pipeline;

import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Follows the committed outcomes of tasks named {@code PASS-NUMBER} and counts each of one pass. */
final class KafkaOutcomeReader implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Map<String, Object> SETTINGS = Map.of("max.poll.records", 5_000);
    private static final byte[] SUCCEEDED = "\"status\":\"SUCCEEDED\"".getBytes(StandardCharsets.US_ASCII);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean closed;
    private Pass pass = new Pass("none", 0);

    /** The outcomes seen in one pass. */
    static final class Pass {
        private final byte[] prefix;
        private final int wanted;
        private final BitSet seen = new BitSet();
        private final long[] seenMicros;
        private final long[] lastByPartition = new long[KafkaTestBed.PARTITIONS];
        private final long[] longestGapByPartition = new long[KafkaTestBed.PARTITIONS];
        private long lastNanos;
        private int count;
        private int doubled;
        private int notSucceeded;
        private long gapsSince = Long.MAX_VALUE;

        private Pass(String name, int wanted) {
            this.prefix = (name + "-").getBytes(StandardCharsets.US_ASCII);
            this.wanted = wanted;
            this.seenMicros = new long[wanted];
        }
    }

    KafkaOutcomeReader(KafkaTestBed bed, TopicNames names) throws InterruptedException {
        consumer = bed.clients().consumer("outcomes", SETTINGS);
        thread = new Thread(() -> follow(names.outcomes()), "outcomes");
        thread.setDaemon(true);
        thread.start();
        ready.await();
    }

    private void follow(String topic) {
        List<TopicPartition> all = new ArrayList<>();
        for (int i = 0; i < KafkaTestBed.PARTITIONS; i++) {
            all.add(new TopicPartition(topic, i));
        }
        consumer.assign(all);
        consumer.seekToEnd(all);
        all.forEach(consumer::position);
        ready.countDown();
        while (!closed) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            if (!records.isEmpty()) {
                note(records);
            }
        }
        consumer.close();
    }

    private synchronized void note(ConsumerRecords<byte[], byte[]> records) {
        long now = System.nanoTime();
        long nowMicros = HandlerStarts.nowMicros();
        Pass current = pass;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            int number = numberOf(record.key(), current.prefix);
            if (number < 0) {
                continue;
            }
            if (current.seen.get(number)) {
                current.doubled++;
                continue;
            }
            current.seen.set(number);
            if (number < current.seenMicros.length) {
                current.seenMicros[number] = nowMicros;
            }
            current.count++;
            current.lastNanos = now;
            if (!contains(record.value(), SUCCEEDED)) {
                current.notSucceeded++;
            }
            int at = record.partition();
            long since = Math.max(current.lastByPartition[at], current.gapsSince);
            if (current.gapsSince != Long.MAX_VALUE) {
                current.longestGapByPartition[at] = Math.max(current.longestGapByPartition[at], now - since);
            }
            current.lastByPartition[at] = now;
        }
        notifyAll();
    }

    private static int numberOf(byte[] key, byte[] prefix) {
        for (int i = 0; i < prefix.length; i++) {
            if (i >= key.length || key[i] != prefix[i]) {
                return -1;
            }
        }
        int number = 0;
        for (int i = prefix.length; i < key.length && key[i] != ':'; i++) {
            number = 10 * number + key[i] - '0';
        }
        return number;
    }

    private static boolean contains(byte[] text, byte[] word) {
        for (int i = 0; i + word.length <= text.length; i++) {
            int same = 0;
            while (same < word.length && text[i + same] == word[same]) {
                same++;
            }
            if (same == word.length) {
                return true;
            }
        }
        return false;
    }

    /** Counts only the outcomes of this pass from now on. */
    synchronized void expect(String name, int wanted) {
        pass = new Pass(name, wanted);
    }

    /** Notes from now on how long a partition has no outcome. */
    synchronized void noteGaps() {
        pass.gapsSince = System.nanoTime();
    }

    /** Waits until this many outcomes of the pass were seen. */
    synchronized void awaitCount(int count, Duration within) throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        while (pass.count < count && System.nanoTime() < end) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, end - System.nanoTime()));
        }
    }

    /** When the last outcome was seen, by {@code System.nanoTime}. */
    synchronized long lastNanos() {
        return pass.lastNanos;
    }

    /** When one outcome was seen, in microseconds of the wall clock; 0 if it was not. */
    synchronized long seenMicros(int number) {
        return pass.seenMicros[number];
    }

    synchronized int missing() {
        return pass.wanted - pass.count;
    }

    synchronized int doubled() {
        return pass.doubled;
    }

    synchronized int notSucceeded() {
        return pass.notSucceeded;
    }

    /** The longest time, in milliseconds, for which one partition had no outcome since {@link #noteGaps}. */
    synchronized double longestGapMillis() {
        long longest = 0;
        for (long gap : pass.longestGapByPartition) {
            longest = Math.max(longest, gap);
        }
        return longest / 1e6;
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
