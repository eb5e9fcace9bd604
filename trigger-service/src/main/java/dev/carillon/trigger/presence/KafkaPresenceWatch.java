package dev.carillon.trigger.presence;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.trigger.routing.Roster;
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
 * Follows the heartbeats of the workers and the settings, puts together to whom tasks may be routed, and, while this
 * instance leads, tells what changes.
 */
public final class KafkaPresenceWatch implements LoopBody {
    private static final Duration POLL = Duration.ofMillis(500);

    private final Supplier<Consumer<byte[], byte[]>> connect;
    private final TopicPartition workers;
    private final TopicPartition settings;
    private final Voice voice;
    private final Roster roster;
    private final Ticker ticker;
    private final PresenceMeters meters;
    private final DefaultRoutingHeard byDefault;
    private final Presence presence = new Presence();
    private @Nullable Consumer<byte[], byte[]> consumer;
    /** What had been written when this began, as far as it is not read yet. */
    private final Map<TopicPartition, Long> unread = new HashMap<>();

    /**
     * How changes are told.
     *
     * @param source how events name their author
     * @param leading whether it is for this instance to tell them
     * @param unreadable told of settings that can't be read
     */
    public record Voice(
            String source,
            BooleanSupplier leading,
            java.util.function.Consumer<Event> tell,
            java.util.function.Consumer<ContractException> unreadable) {}

    public KafkaPresenceWatch(
            Supplier<Consumer<byte[], byte[]>> connect,
            TopicNames names,
            Voice voice,
            Roster roster,
            Ticker ticker,
            PresenceMeters meters) {
        this.meters = meters;
        this.connect = connect;
        this.workers = new TopicPartition(names.workers(), 0);
        this.settings = new TopicPartition(names.settings(), 0);
        this.voice = voice;
        this.roster = roster;
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
        records.records(workers).forEach(record -> hear(record, now));
        records.records(settings).forEach(record -> byDefault
                .heard(record.key(), record.value(), now)
                .ifPresent(event -> tell(event, knewAllBefore)));
        records.nextOffsets()
                .forEach((partition, next) ->
                        unread.computeIfPresent(partition, (same, end) -> next.offset() >= end ? null : end));
        List<Presence.Change> changes = unread.isEmpty() ? presence.changes(ticker.nanos()) : List.of();
        for (Presence.Change change : changes) {
            if (!change.online()) {
                roster.gone(change.workerId());
            }
            if (tell(event(change, now), knewAllBefore)) {
                meters.told(change);
            }
        }
        if (unread.isEmpty() && !knewAllBefore) {
            // Among what was there are heartbeats of workers that died long ago.
            roster.keepOnly(presence::isOnline);
        }
        if (unread.isEmpty()) {
            roster.byDefault(byDefault.now());
            roster.publish();
        }
        meters.online(presence.online());
    }

    private boolean tell(Event event, boolean isNews) {
        boolean told = isNews && voice.leading().getAsBoolean();
        if (told) {
            voice.tell().accept(event);
        }
        return told;
    }

    private void hear(ConsumerRecord<byte[], byte[]> record, Instant now) {
        if (record.key() == null) {
            return; // Not a worker's: theirs have their id.
        }
        String workerId = new String(record.key(), StandardCharsets.UTF_8);
        byte[] value = record.value();
        if (value == null) {
            presence.signedOff(workerId);
            roster.gone(workerId);
            return;
        }
        // Only what was there before us can be old; later on a clock that differs from the brokers' must not matter.
        Duration age =
                unread.isEmpty() ? Duration.ZERO : Duration.between(Instant.ofEpochMilli(record.timestamp()), now);
        presence.beat(workerId, ticker.nanos() - Math.max(0, age.toNanos()));
        roster.heard(workerId, record.offset(), value);
    }

    private Event event(Presence.Change change, Instant now) {
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
