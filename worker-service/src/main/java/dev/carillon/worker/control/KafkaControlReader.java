package dev.carillon.worker.control;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import java.time.Clock;
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

/** Reads all of {@code control} and then follows it; passes the cancelled keys on. */
public final class KafkaControlReader implements LoopBody {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaControlReader.class);
    /** Asked less often than usual: a new command is answered with at once, whatever is waited for. */
    public static final Map<String, Object> SETTINGS = Map.of(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 2_000);

    private static final Duration POLL = Duration.ofSeconds(2);
    /** A reader that learned nothing of the log's end for this long may have missed a cancellation. */
    private static final Duration STALE_AFTER = Duration.ofSeconds(10);

    private final Supplier<? extends Consumer<byte[], byte[]>> consumers;
    private final TopicPartition control;
    private final BiConsumer<String, Instant> cancelled;
    private final Clock clock;

    private @Nullable Consumer<byte[], byte[]> consumer;
    private long targetEnd = -1;
    private Instant nextLook = Instant.MIN;
    private volatile @Nullable Instant knownUntil;

    public KafkaControlReader(
            Supplier<? extends Consumer<byte[], byte[]>> consumers,
            String topic,
            BiConsumer<String, Instant> cancelled,
            Clock clock) {
        this.consumers = consumers;
        this.control = new TopicPartition(topic, 0);
        this.cancelled = cancelled;
        this.clock = clock;
    }

    /** Whether all that stood in the log a moment ago has been read. */
    public boolean isKnown() {
        Instant known = knownUntil;
        return known != null && clock.instant().isBefore(known.plus(STALE_AFTER));
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
            look(current, now);
            for (ConsumerRecord<byte[], byte[]> record : current.poll(POLL)) {
                read(record);
            }
            if (targetEnd >= 0 && current.position(control) >= targetEnd) {
                knownUntil = clock.instant();
            }
        } catch (WakeupException e) {
            LOG.trace("woken");
        }
    }

    /** Asks for the log's end now and then; reaching it proves that the reader is not cut off. */
    private void look(Consumer<byte[], byte[]> current, Instant now) {
        if (now.isBefore(nextLook)) {
            return;
        }
        nextLook = now.plus(STALE_AFTER.dividedBy(4));
        try {
            targetEnd = current.endOffsets(Set.of(control), STALE_AFTER.dividedBy(4))
                    .getOrDefault(control, 0L);
        } catch (KafkaException e) {
            targetEnd = Long.MAX_VALUE;
            throw e;
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
            // Not moved to dead letters here: the collector, which reads this topic too, does that once for all.
            LOG.warn("a command at offset {} of {} can't be read: {}", record.offset(), control, e.getMessage());
        }
    }

    @Override
    public void end() {
        Consumer<byte[], byte[]> current = consumer;
        consumer = null;
        knownUntil = null;
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
