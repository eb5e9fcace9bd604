package dev.carillon.trigger.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.topic.TopicNames;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KafkaPresenceWatchTest {
    private static final TopicNames NAMES = new TopicNames("carillon");
    private static final TopicPartition WORKERS = new TopicPartition(NAMES.workers(), 0);

    private final ManualClock clock = ManualClock.at("2026-11-18T06:00:00Z");
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final List<Event> told = new ArrayList<>();
    private boolean leading = true;
    private long offset;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final KafkaPresenceWatch watch = new KafkaPresenceWatch(
            () -> consumer, NAMES, "trigger/test", () -> leading, told::add, clock, new PresenceMeters(meters));

    @BeforeEach
    void begin() {
        consumer.updateBeginningOffsets(Map.of(WORKERS, 0L));
        consumer.updateEndOffsets(Map.of(WORKERS, 0L));
        watch.begin();
    }

    @Test
    void aWorkerIsOnlineFromItsFirstHeartbeatAndOfflineTenSecondsAfterItsLast() {
        beat("w1");
        after(Duration.ofSeconds(3));
        beat("w1");
        after(Duration.ofSeconds(10));
        assertThat(told).extracting(Event::type, Event::subject).containsExactly(tuple(EventType.WORKER_ONLINE, "w1"));

        after(Duration.ofMillis(1));

        assertThat(told).extracting(Event::type).containsExactly(EventType.WORKER_ONLINE, EventType.WORKER_OFFLINE);
    }

    @Test
    void workersAreCountedWhoIsOnlineAndOnTheLeaderWhoCameAndWent() {
        beat("w1");
        beat("w2");
        after(Duration.ofSeconds(9));
        beat("w2");
        assertThat(meters.get("carillon.trigger.workers.online").gauge().value())
                .isEqualTo(2);
        after(Duration.ofSeconds(2));

        assertThat(meters.get("carillon.trigger.workers.online").gauge().value())
                .isEqualTo(1);
        assertThat(changed("online")).isEqualTo(2);
        assertThat(changed("offline")).isEqualTo(1);
    }

    private double changed(String to) {
        return meters.get("carillon.trigger.workers.changed")
                .tag("to", to)
                .counter()
                .count();
    }

    @Test
    void aWorkerThatSignsOffIsOfflineAtOnce() {
        beat("w1");
        write("w1", null);
        after(Duration.ZERO);

        assertThat(told).extracting(Event::type).containsExactly(EventType.WORKER_ONLINE, EventType.WORKER_OFFLINE);
    }

    @Test
    void onlyTheLeaderTellsAndANewOneDoesNotRepeatWhatIs() {
        leading = false;
        beat("w1");
        leading = true;
        beat("w1");
        after(Duration.ofSeconds(11));

        assertThat(told).extracting(Event::type).containsExactly(EventType.WORKER_OFFLINE);
    }

    private void beat(String workerId) {
        write(workerId, new byte[] {'{', '}'});
        after(Duration.ZERO);
    }

    private void write(String workerId, byte @Nullable [] value) {
        consumer.addRecord(new ConsumerRecord<>(
                WORKERS.topic(),
                0,
                offset++,
                clock.millis(),
                TimestampType.LOG_APPEND_TIME,
                0,
                0,
                workerId.getBytes(StandardCharsets.UTF_8),
                value,
                new RecordHeaders(),
                Optional.empty()));
    }

    private void after(Duration time) {
        clock.advance(time);
        watch.runOnce(clock.instant());
    }
}
