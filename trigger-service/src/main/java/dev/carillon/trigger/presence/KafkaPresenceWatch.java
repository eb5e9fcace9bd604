package dev.carillon.trigger.presence;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/** Follows the heartbeats of the workers and, while this instance leads, tells who comes and goes. */
public final class KafkaPresenceWatch implements LoopBody {
    private static final Duration POLL = Duration.ofMillis(500);

    private final Supplier<Consumer<byte[], byte[]>> connect;
    private final TopicPartition workers;
    private final String source;
    private final BooleanSupplier leading;
    private final java.util.function.Consumer<Event> tell;
    private final Ticker ticker;
    private final PresenceMeters meters;
    private final Presence presence = new Presence();
    private @Nullable Consumer<byte[], byte[]> consumer;
    private long end;
    private boolean caughtUp;

    public KafkaPresenceWatch(
            Supplier<Consumer<byte[], byte[]>> connect,
            TopicNames names,
            String source,
            BooleanSupplier leading,
            java.util.function.Consumer<Event> tell,
            Ticker ticker,
            PresenceMeters meters) {
        this.meters = meters;
        this.connect = connect;
        this.workers = new TopicPartition(names.workers(), 0);
        this.source = source;
        this.leading = leading;
        this.tell = tell;
        this.ticker = ticker;
    }

    @Override
    public void begin() {
        Consumer<byte[], byte[]> made = connect.get();
        consumer = made;
        made.assign(List.of(workers));
        made.seekToBeginning(List.of(workers));
        end = Objects.requireNonNullElse(made.endOffsets(List.of(workers)).get(workers), 0L);
        caughtUp = made.position(workers) >= end;
    }

    @Override
    public void runOnce(Instant now) {
        Consumer<byte[], byte[]> polled = consumer;
        if (polled == null) {
            throw new IllegalStateException("the watch has not begun");
        }
        ConsumerRecords<byte[], byte[]> records;
        try {
            records = polled.poll(POLL);
        } catch (WakeupException e) {
            return; // The loop is stopping.
        }
        records.records(workers).forEach(record -> hear(record, now));
        boolean knewAllBefore = caughtUp;
        OffsetAndMetadata next = records.nextOffsets().get(workers);
        caughtUp |= next != null && next.offset() >= end;
        List<Presence.Change> changes = caughtUp ? presence.changes(ticker.nanos()) : List.of();
        if (knewAllBefore && leading.getAsBoolean()) {
            changes.forEach(change -> {
                meters.told(change);
                tell.accept(event(change, now));
            });
        }
        meters.online(presence.online());
    }

    private void hear(ConsumerRecord<byte[], byte[]> record, Instant now) {
        if (record.key() == null) {
            return; // Not a worker's: theirs have their id.
        }
        String workerId = new String(record.key(), StandardCharsets.UTF_8);
        if (record.value() == null) {
            presence.signedOff(workerId);
            return;
        }
        // Only what was there before us can be old; later on a clock that differs from the brokers' must not matter.
        Duration age = caughtUp ? Duration.ZERO : Duration.between(Instant.ofEpochMilli(record.timestamp()), now);
        presence.beat(workerId, ticker.nanos() - Math.max(0, age.toNanos()));
    }

    private Event event(Presence.Change change, Instant now) {
        EventType type = change.online() ? EventType.WORKER_ONLINE : EventType.WORKER_OFFLINE;
        return new Event(type, change.workerId(), now, source, change.why(), null, Map.of());
    }

    @Override
    public void wakeUp() {
        Consumer<byte[], byte[]> polled = consumer;
        if (polled != null) {
            polled.wakeup();
        }
    }

    @Override
    public void end() {
        Consumer<byte[], byte[]> polled = consumer;
        if (polled != null) {
            polled.close();
        }
    }
}
