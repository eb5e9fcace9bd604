package dev.carillon.worker.control;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads all of {@code control}, then follows it, and passes each cancelled key on. */
public final class KafkaControlReader implements LoopBody {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaControlReader.class);
    private static final int REQUEST_EVERY_MS = 150;
    /**
     * A waiting fetch delays the request for the log's end, as they share a connection, so it must not wait for long.
     */
    public static final Map<String, Object> SETTINGS =
            Map.of(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, REQUEST_EVERY_MS);

    private static final Duration REQUEST_EVERY = Duration.ofMillis(REQUEST_EVERY_MS);
    /** A reader that has not confirmed the log's end for this long may have missed a cancellation. */
    static final Duration STALE_AFTER = Duration.ofSeconds(1);

    private static final Duration ANSWER_WITHIN = Duration.ofMillis(2_500);

    private final Supplier<? extends Consumer<byte[], byte[]>> consumers;
    private final TopicPartition control;
    private final BiConsumer<String, Instant> cancelled;
    private final Ticker ticker;

    private @Nullable Consumer<byte[], byte[]> consumer;
    private long targetEnd = -1;
    private @Nullable Deadline nextRequest;
    private @Nullable Deadline staleIfReached;
    private volatile @Nullable Deadline staleAt;

    public KafkaControlReader(
            Supplier<? extends Consumer<byte[], byte[]>> consumers,
            String topic,
            BiConsumer<String, Instant> cancelled,
            Ticker ticker) {
        this.consumers = consumers;
        this.control = new TopicPartition(topic, 0);
        this.cancelled = cancelled;
        this.ticker = ticker;
    }

    /** Whether all that was in the log a moment ago has been read. */
    public boolean isCaughtUp() {
        Deadline stale = staleAt;
        return stale != null && !stale.isOver();
    }

    @Override
    public void begin() {
        Consumer<byte[], byte[]> made = consumers.get();
        consumer = made;
        made.assign(List.of(control));
        made.seekToBeginning(List.of(control));
    }

    @Override
    public void runOnce(Instant now) {
        Consumer<byte[], byte[]> current = consumer;
        if (current == null) {
            return;
        }
        try {
            requestEnd(current);
            checkCaughtUp(current);
            for (ConsumerRecord<byte[], byte[]> record : current.poll(REQUEST_EVERY)) {
                read(record);
            }
            checkCaughtUp(current);
        } catch (WakeupException e) {
            LOG.trace("woken");
        }
    }

    /** Requests the log's end now and then; reaching it proves that the reader is not cut off. */
    private void requestEnd(Consumer<byte[], byte[]> current) {
        if (nextRequest != null && !nextRequest.isOver()) {
            return;
        }
        nextRequest = Deadline.in(REQUEST_EVERY, ticker);
        Deadline stale = Deadline.in(STALE_AFTER, ticker);
        try {
            targetEnd = current.endOffsets(Set.of(control), ANSWER_WITHIN).getOrDefault(control, 0L);
            staleIfReached = stale;
        } catch (KafkaException e) {
            targetEnd = Long.MAX_VALUE;
            throw e;
        }
    }

    private void checkCaughtUp(Consumer<byte[], byte[]> current) {
        if (targetEnd >= 0 && current.position(control) >= targetEnd) {
            // The reader is as fresh as the request for the end, not as the last empty poll.
            staleAt = staleIfReached;
        }
    }

    private void read(ConsumerRecord<byte[], byte[]> record) {
        byte[] value = record.value();
        if (value == null) {
            return;
        }
        try {
            Command command = Kind.COMMAND.decode(value);
            if (command.command() == CommandKind.CANCEL) {
                cancelled.accept(command.subject(), Instant.ofEpochMilli(record.timestamp()));
            }
        } catch (ContractException e) {
            // Not moved to the dead letters here: the trigger, which reads this topic too, does that once for all.
            LOG.warn("a command at offset {} of {} can't be read: {}", record.offset(), control, e.getMessage());
        }
    }

    @Override
    public void end() {
        Consumer<byte[], byte[]> current = consumer;
        consumer = null;
        staleAt = null;
        if (current != null) {
            current.close();
        }
    }

    @Override
    public void wakeUp() {
        Consumer<byte[], byte[]> current = consumer;
        if (current != null) {
            current.wakeup();
        }
    }
}
