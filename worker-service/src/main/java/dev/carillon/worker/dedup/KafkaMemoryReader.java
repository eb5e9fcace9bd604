package dev.carillon.worker.dedup;

import dev.carillon.kit.kafka.EndsToReach;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.threads.Threads;
import dev.carillon.kit.time.Deadline;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.worker.dedup.BackwardStretches.Stretch;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads which attempts of newly assigned partitions others have made, from {@code results} and on a thread of its own.
 * The newest come first, as a repeat soon follows the record that it repeats.
 */
public final class KafkaMemoryReader implements AutoCloseable {
    /** How far back, how much and how long is read; after that, work begins with what was found. */
    static final Duration LOOK_BACK = Duration.ofHours(1);

    static final long MAX_KEYS = 100_000;
    static final Duration READ_FOR = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(KafkaMemoryReader.class);
    private static final Duration POLL = Duration.ofMillis(50);
    /**
     * How many results a poll holds in memory at once. Kafka limits what it fetches by compressed size, which may be a
     * hundredth.
     */
    private static final int RECORDS_A_POLL = 100;

    private static final int FETCH_BYTES = 8 * 1024 * 1024;
    private static final Map<String, Object> SETTINGS = Map.of(
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS_A_POLL, ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    /** The digits of the largest attempt number. */
    private static final int MAX_DIGITS = 4;

    private static final byte[] HANDED_BACK = "\"HANDED_BACK\"".getBytes(StandardCharsets.US_ASCII);

    private final Supplier<? extends Consumer<byte[], byte[]>> consumers;
    private final String results;
    private final Supplier<Instant> brokersNow;
    private final ExecutorService thread;

    KafkaMemoryReader(
            String name,
            Supplier<? extends Consumer<byte[], byte[]>> consumers,
            String results,
            Supplier<Instant> brokersNow) {
        this.consumers = consumers;
        this.results = results;
        this.brokersNow = brokersNow;
        this.thread = Executors.newSingleThreadExecutor(Threads.factory(name));
    }

    /**
     * A reader whose consumer holds little in memory at once.
     *
     * @param brokersNow what the brokers' clocks show, with which append times are compared
     */
    public static KafkaMemoryReader with(
            KafkaClients clients, String name, String topic, Supplier<Instant> brokersNow) {
        return new KafkaMemoryReader(name, () -> clients.consumer(name, SETTINGS), topic, brokersNow);
    }

    /** Reads the results of these partition numbers, and always calls back with what could be read in time. */
    public void read(Set<Integer> numbers, BiConsumer<Set<Integer>, List<SeenAttempt>> then) {
        Set<Integer> asked = Set.copyOf(numbers);
        try {
            thread.execute(() -> {
                List<SeenAttempt> attempts = new ArrayList<>();
                try {
                    readNow(asked, attempts);
                } finally {
                    // The partitions are paused until this call, so it must come even after a failure.
                    then.accept(asked, attempts);
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("nothing is read after the close: {}", e.toString());
        }
    }

    private void readNow(Set<Integer> numbers, List<SeenAttempt> attempts) {
        Deadline deadline = Deadline.in(READ_FOR);
        long since = brokersNow.get().minus(LOOK_BACK).toEpochMilli();
        Deque<List<SeenAttempt>> newestFirst = new ArrayDeque<>();
        try (Consumer<byte[], byte[]> consumer = consumers.get()) {
            BackwardStretches<TopicPartition> stretches = stretches(consumer, numbers, deadline);
            while (!stretches.isEmpty() && !deadline.isOver()) {
                newestFirst.addLast(read(consumer, stretches, since, deadline));
            }
            if (!stretches.isEmpty()) {
                LOG.info("{} was not read an hour back within {}; the newest results are known", results, READ_FOR);
            }
        } catch (RuntimeException e) {
            // Repeats of these attempts are then not recognised, which is what at-least-once allows.
            LOG.warn("earlier attempts can't be read from results, so repeats of them may be run: {}", e.toString());
        }
        // An attempt may have been handed back after its claim, so the order counts.
        newestFirst.descendingIterator().forEachRemaining(attempts::addAll);
    }

    private BackwardStretches<TopicPartition> stretches(
            Consumer<byte[], byte[]> consumer, Set<Integer> numbers, Deadline deadline) {
        Set<TopicPartition> partitions = new HashSet<>();
        numbers.forEach(number -> partitions.add(new TopicPartition(results, number)));
        consumer.assign(partitions);
        Duration patience = READ_FOR.plus(deadline.remaining());
        Map<TopicPartition, Long> starts = consumer.beginningOffsets(partitions, patience);
        return new BackwardStretches<>(starts, consumer.endOffsets(partitions, patience), MAX_KEYS);
    }

    /** Reads one stretch of each partition. */
    private static List<SeenAttempt> read(
            Consumer<byte[], byte[]> consumer,
            BackwardStretches<TopicPartition> stretches,
            long since,
            Deadline deadline) {
        Map<TopicPartition, Stretch> reading = stretches.next();
        Map<TopicPartition, Long> ends = new HashMap<>();
        reading.forEach((partition, stretch) -> ends.put(partition, stretch.to()));
        EndsToReach<TopicPartition> unread = EndsToReach.of(ends);
        consumer.pause(consumer.assignment());
        consumer.resume(reading.keySet());
        reading.forEach((partition, stretch) -> consumer.seek(partition, stretch.from()));
        List<SeenAttempt> attempts = new ArrayList<>();
        while (!unread.areReached() && !deadline.isOver()) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                TopicPartition partition = new TopicPartition(record.topic(), record.partition());
                boolean tooOld = record.timestamp() < since;
                if (tooOld) {
                    stretches.stop(partition);
                }
                // Behind the stretch lies what was read before.
                SeenAttempt attempt =
                        tooOld || !unread.isBefore(partition, record.offset()) ? null : seenAttempt(record);
                if (attempt != null) {
                    attempts.add(attempt);
                }
            }
            unread.areReachedAt((TopicPartition partition) -> consumer.position(partition));
            consumer.pause(readToTheEnd(consumer, unread));
        }
        return attempts;
    }

    private static Set<TopicPartition> readToTheEnd(
            Consumer<byte[], byte[]> consumer, EndsToReach<TopicPartition> unread) {
        Set<TopicPartition> read = new HashSet<>(consumer.assignment());
        read.removeAll(unread.left());
        return read;
    }

    private static @Nullable SeenAttempt seenAttempt(ConsumerRecord<byte[], byte[]> record) {
        String kind = text(record.headers().lastHeader(Headers.KIND), Headers.KIND_RESULT);
        byte[] value = record.value();
        byte[] key = record.key();
        if (value == null || key == null) {
            return null;
        }
        boolean isResult = kind.equals(Headers.KIND_RESULT);
        boolean ended = record.headers().lastHeader(Headers.SETTLED) != null || !contains(value, HANDED_BACK);
        int attempt = isResult && ended ? number(record.headers().lastHeader(Headers.ATTEMPT)) : 0;
        if (attempt > 0) {
            // The common case needs the key and headers only: the attempt ended, and no further delivery can follow.
            return new SeenAttempt(key, attempt, Integer.MAX_VALUE, false);
        }
        return isResult || kind.equals(Headers.KIND_CLAIM) ? decoded(value) : null;
    }

    /** The small number in a header, or 0. */
    private static int number(@Nullable Header header) {
        byte[] digits = header == null ? null : header.value();
        int number = 0;
        for (int i = 0; digits != null && i < digits.length; i++) {
            boolean isDigit = digits[i] >= '0' && digits[i] <= '9';
            if (!isDigit || i == MAX_DIGITS) {
                return 0;
            }
            number = 10 * number + digits[i] - '0';
        }
        return number;
    }

    private static @Nullable SeenAttempt decoded(byte[] value) {
        try {
            Result result = Kind.RESULT.decode(value);
            boolean handedBack = result.status() == ResultStatus.HANDED_BACK;
            boolean claim = result.status() == ResultStatus.STARTED;
            int delivery = handedBack || claim ? result.delivery() : Integer.MAX_VALUE;
            return new SeenAttempt(result.key().bytes(), result.attempt(), delivery, handedBack);
        } catch (ContractException e) {
            LOG.debug("a foreign record in results is skipped: {}", e.getMessage());
            return null;
        }
    }

    private static boolean contains(byte[] value, byte[] sought) {
        for (int i = 0; i + sought.length <= value.length; i++) {
            int same = 0;
            while (same < sought.length && value[i + same] == sought[same]) {
                same++;
            }
            if (same == sought.length) {
                return true;
            }
        }
        return false;
    }

    private static String text(@Nullable Header header, String otherwise) {
        return header == null || header.value() == null
                ? otherwise
                : new String(header.value(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
