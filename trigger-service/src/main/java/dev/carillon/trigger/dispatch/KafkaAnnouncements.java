package dev.carillon.trigger.dispatch;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.trigger.meter.TriggerMeters;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Publishes events outside of slices, and may lose some: a term that has ended can commit no slice with them. */
public final class KafkaAnnouncements implements LoopBody, LeaderWatch {
    private static final int MAX_WAITING = 1_000;
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);

    private final Supplier<Producer<byte[], byte[]>> connect;
    private final TopicNames names;
    private final String source;
    private final String shard;
    private final LeaderStanding standing;
    private final Clock clock;
    private final Counter dropped;
    private final ArrayBlockingQueue<Event> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
    private @Nullable Producer<byte[], byte[]> producer;

    /**
     * Announcements that are published once the loop runs.
     *
     * @param source the source of the events
     * @param shard the subject of the events about terms
     * @param standing learns of each change of leadership before this class does
     */
    public KafkaAnnouncements(
            Supplier<Producer<byte[], byte[]>> connect,
            TopicNames names,
            String source,
            String shard,
            LeaderStanding standing,
            Clock clock,
            MeterRegistry meters) {
        this.connect = connect;
        this.names = names;
        this.source = source;
        this.shard = shard;
        this.standing = standing;
        this.clock = clock;
        this.dropped = TriggerMeters.ANNOUNCEMENTS_UNSAID.counter(meters);
    }

    /** Publishes that the term of this instance ended with an error, unless it ended before it led. */
    @Override
    public void lost(Instant now, RuntimeException why) {
        if (standing.isLeading()) {
            EventType type = KafkaFences.caused(why) ? EventType.LEADER_FENCED : EventType.LEADER_LOST;
            String message = source + " no longer leads: " + why.getMessage();
            // Not the given instant, as that is from before the commit that failed.
            publish(new Event(type, shard, clock.instant(), source, message, null, Map.of()));
        }
    }

    /** Publishes that this instance stops, and has let another one lead. */
    @Override
    public void handedOver(Instant now) {
        String message = source + " no longer leads: it is stopping, and has handed over";
        publish(new Event(EventType.LEADER_LOST, shard, now, source, message, null, Map.of()));
    }

    /** Queues an event to be published soon; any thread may call this. */
    public void publish(Event event) {
        if (!waiting.offer(event)) {
            dropped.increment();
        }
    }

    @Override
    public void begin() {
        producer = connect.get();
    }

    @Override
    public void runOnce(Instant now) throws InterruptedException {
        Event event = waiting.poll(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        Producer<byte[], byte[]> writer = producer;
        if (event != null && writer != null) {
            send(event, writer);
        }
    }

    private void send(Event event, Producer<byte[], byte[]> writer) {
        byte[] key = event.subject().getBytes(StandardCharsets.UTF_8);
        Future<RecordMetadata> sent = writer.send(
                new ProducerRecord<>(names.events(), key, Kind.EVENT.encode(event)), (metadata, failure) -> {
                    if (failure != null) {
                        // No decision depends on these events, and the counter shows how many were lost.
                        dropped.increment();
                    }
                });
        assert sent != null;
    }

    @Override
    public void end() {
        Producer<byte[], byte[]> left = producer;
        if (left != null) {
            // The events of the stop itself come last.
            for (Event event = waiting.poll(); event != null; event = waiting.poll()) {
                send(event, left);
            }
            left.close(CLOSE_WITHIN);
        }
    }
}
