package dev.carillon.trigger.presence;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.trigger.routing.FleetBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Follows the workers' heartbeats and the settings, builds the fleet for the router, and publishes events of changes
 * while this instance leads.
 */
public final class KafkaPresenceWatch implements LoopBody {
    private static final Duration POLL = Duration.ofMillis(500);

    private final Supplier<Consumer<byte[], byte[]>> connect;
    private final TopicPartition workers;
    private final TopicPartition settings;
    private final Voice voice;
    private final FleetBuilder builder;
    private final Ticker ticker;
    private final PresenceMeters meters;
    private final DefaultRoutingHeard byDefault;
    private final WorkerPresence presence = new WorkerPresence();
    private @Nullable Consumer<byte[], byte[]> consumer;
    /** The ends of the topics at the start, for each that has not been reached yet. */
    private final Map<TopicPartition, Long> unread = new HashMap<>();

    /**
     * How changes are published.
     *
     * @param source the source of the events
     * @param leading whether this instance leads; otherwise it publishes nothing
     * @param unreadable called for settings that can't be read
     */
    public record Voice(
            String source,
            BooleanSupplier leading,
            java.util.function.Consumer<Event> publish,
            java.util.function.Consumer<ContractException> unreadable) {}

    public KafkaPresenceWatch(
            Supplier<Consumer<byte[], byte[]>> connect,
            TopicNames names,
            Voice voice,
            FleetBuilder builder,
            Ticker ticker,
            PresenceMeters meters) {
        this.meters = meters;
        this.connect = connect;
        this.workers = new TopicPartition(names.workers(), 0);
        this.settings = new TopicPartition(names.settings(), 0);
        this.voice = voice;
        this.builder = builder;
        this.ticker = ticker;
        this.byDefault = new DefaultRoutingHeard(voice.source(), voice.unreadable());
    }

    @Override
    public void begin() {
        Consumer<byte[], byte[]> made = connect.get();
        consumer = made;
        List<TopicPartition> both = List.of(workers, settings);
        made.assign(both);
        made.seekToBeginning(both);
        unread.putAll(made.endOffsets(both));
        unread.entrySet().removeIf(end -> made.position(end.getKey()) >= end.getValue());
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
        boolean knewAllBefore = unread.isEmpty();
        records.records(workers).forEach(record -> readHeartbeat(record, now));
        records.records(settings).forEach(record -> byDefault
                .read(record.key(), record.value(), now)
                .ifPresent(event -> publish(event, knewAllBefore)));
        records.nextOffsets()
                .forEach((partition, next) ->
                        unread.computeIfPresent(partition, (same, end) -> next.offset() >= end ? null : end));
        List<WorkerPresence.Change> changes = unread.isEmpty() ? presence.changes(ticker.nanos()) : List.of();
        for (WorkerPresence.Change change : changes) {
            if (!change.online()) {
                builder.gone(change.workerId());
            }
            if (publish(event(change, now), knewAllBefore)) {
                meters.published(change);
            }
        }
        if (unread.isEmpty() && !knewAllBefore) {
            // The records from before the start include heartbeats of workers that died long ago.
            builder.keepOnly(presence::isOnline);
        }
        if (unread.isEmpty()) {
            builder.byDefault(byDefault.now());
            builder.publish();
        }
        meters.online(presence.online());
    }

    private boolean publish(Event event, boolean knewAllBefore) {
        boolean publishes = knewAllBefore && voice.leading().getAsBoolean();
        if (publishes) {
            voice.publish().accept(event);
        }
        return publishes;
    }

    private void readHeartbeat(ConsumerRecord<byte[], byte[]> record, Instant now) {
        if (record.key() == null) {
            return; // Not from a worker: the key of a heartbeat is the worker's id.
        }
        String workerId = new String(record.key(), StandardCharsets.UTF_8);
        byte[] value = record.value();
        if (value == null) {
            presence.signedOff(workerId);
            builder.gone(workerId);
            return;
        }
        // Only records from before the start can be old; for newer ones a clock that differs from the brokers' must not
        // matter.
        Duration age =
                unread.isEmpty() ? Duration.ZERO : Duration.between(Instant.ofEpochMilli(record.timestamp()), now);
        presence.beat(workerId, ticker.nanos() - Math.max(0, age.toNanos()));
        builder.heartbeat(workerId, record.offset(), value);
    }

    private Event event(WorkerPresence.Change change, Instant now) {
        EventType type = change.online() ? EventType.WORKER_ONLINE : EventType.WORKER_OFFLINE;
        return new Event(type, change.workerId(), now, voice.source(), change.why(), null, Map.of());
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
