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

/** Tells, as well as it can, what is part of no slice: above all that a term has ended, which no slice can say any more. */
public final class KafkaAnnouncements implements LoopBody {
    private static final int MAX_WAITING = 1_000;
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);

    private final Supplier<Producer<byte[], byte[]>> connect;
    private final TopicNames names;
    private final String source;
    private final Counter unsaid;
    private final ArrayBlockingQueue<Event> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
    private @Nullable Producer<byte[], byte[]> producer;

    public KafkaAnnouncements(
            Supplier<Producer<byte[], byte[]>> connect, TopicNames names, String source, MeterRegistry meters) {
        this.connect = connect;
        this.names = names;
        this.source = source;
        this.unsaid = TriggerMeters.ANNOUNCEMENTS_UNSAID.counter(meters);
    }

    /** Says that this instance leads a shard no more. */
    public void ended(String shard, Instant now, RuntimeException why) {
        EventType type = KafkaFences.caused(why) ? EventType.LEADER_FENCED : EventType.LEADER_LOST;
        say(new Event(type, shard, now, source, source + " leads no more: " + why.getMessage(), null, Map.of()));
    }

    /** Says that this instance let another one lead, because it stops. */
    public void handedOver(String shard, Instant now) {
        String message = source + " leads no more: it stops, and has handed over";
        say(new Event(EventType.LEADER_LOST, shard, now, source, message, null, Map.of()));
    }

    /** Takes an event to be told soon; any thread may call this. */
    public void say(Event event) {
        if (!waiting.offer(event)) {
            unsaid.increment();
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
                        // Nobody decides anything by these; what was missed shows in the counter.
                        unsaid.increment();
                    }
                });
        assert sent != null;
    }

    @Override
    public void end() {
        Producer<byte[], byte[]> left = producer;
        if (left != null) {
            // What a stop has to say comes last.
            for (Event event = waiting.poll(); event != null; event = waiting.poll()) {
                send(event, left);
            }
            left.close(CLOSE_WITHIN);
        }
    }
}
