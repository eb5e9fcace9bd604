package dev.carillon.trigger.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.schedule.DefaultRouting;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Routing;
import dev.carillon.trigger.routing.FleetBuilder;
import dev.carillon.trigger.routing.RoutableWorker;
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
    private static final TopicPartition SETTINGS = new TopicPartition(NAMES.settings(), 0);

    private static final byte[] HEARTBEAT = """
        {"worker":{"id":"w","incarnation":"1"},"startedAt":"2026-11-18T06:00:00Z","at":"2026-11-18T06:00:00Z",
         "load":{}}\
        """.getBytes(StandardCharsets.UTF_8);

    private final ManualClock clock = ManualClock.at("2026-11-18T06:00:00Z");
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final List<Event> events = new ArrayList<>();
    private boolean leading = true;
    private long offset;
    private long settingsOffset;
    private final List<ContractException> unreadable = new ArrayList<>();
    private final FleetBuilder builder = new FleetBuilder();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final KafkaPresenceWatch watch = watch(builder);

    private KafkaPresenceWatch watch(FleetBuilder of) {
        return new KafkaPresenceWatch(
                () -> consumer,
                NAMES,
                new KafkaPresenceWatch.Voice("trigger/test", () -> leading, events::add, unreadable::add),
                of,
                clock,
                new PresenceMeters(meters));
    }

    @BeforeEach
    void begin() {
        consumer.updateBeginningOffsets(Map.of(WORKERS, 0L, SETTINGS, 0L));
        consumer.updateEndOffsets(Map.of(WORKERS, 0L, SETTINGS, 0L));
        watch.begin();
    }

    @Test
    void tasksAreRoutedOnlyToWorkersOnline() {
        write("w1", HEARTBEAT);
        write("w2", HEARTBEAT);
        after(Duration.ZERO);
        assertThat(builder.get().workers()).extracting(RoutableWorker::id).containsExactly("w1", "w2");

        write("w2", null);
        after(Duration.ZERO);
        assertThat(builder.get().workers()).extracting(RoutableWorker::id).containsExactly("w1");

        after(Duration.ofSeconds(11));
        assertThat(builder.get().workers()).isEmpty();
    }

    @Test
    void aWorkerThatDiedBeforeThisInstanceBeganIsNotRoutedTo() {
        consumer.unsubscribe();
        consumer.updateEndOffsets(Map.of(WORKERS, 2L, SETTINGS, 0L));
        FleetBuilder late = new FleetBuilder();
        KafkaPresenceWatch other = watch(late);
        other.begin();
        write("w1", HEARTBEAT);
        clock.advance(Duration.ofSeconds(30));
        write("w2", HEARTBEAT);

        other.runOnce(clock.instant());

        assertThat(late.get().workers()).extracting(RoutableWorker::id).containsExactly("w2");
    }

    @Test
    void theLeaderPublishesAChangeOfTheDefaultRoutingAndEveryInstanceAppliesIt() {
        set(Kind.SETTING.encode(DefaultRouting.of(Routing.LEAST_TASKS)));
        assertThat(builder.get().byDefault()).isEqualTo(Routing.LEAST_TASKS);
        set(Kind.SETTING.encode(DefaultRouting.of(Routing.LEAST_TASKS)));
        leading = false;
        set(Kind.SETTING.encode(DefaultRouting.of(Routing.RANDOM)));
        leading = true;
        set(null);
        assertThat(builder.get().byDefault()).isEqualTo(Routing.HASH);

        assertThat(events)
                .extracting(Event::type, Event::subject, Event::message)
                .containsExactly(
                        tuple(
                                EventType.BALANCER_CHANGED,
                                "default-routing",
                                "default routing changed from hash to least-tasks: it applies to schedules that name"
                                        + " no routing"),
                        tuple(
                                EventType.BALANCER_CHANGED,
                                "default-routing",
                                "default routing changed from random to hash: it applies to schedules that name no"
                                        + " routing"));
    }

    @Test
    void aSettingThatCanNotBeReadChangesNothingAndIsReported() {
        set(Kind.SETTING.encode(DefaultRouting.of(Routing.ROUND_ROBIN)));
        set(new byte[] {'{', '}'});

        assertThat(builder.get().byDefault()).isEqualTo(Routing.ROUND_ROBIN);
        assertThat(unreadable).hasSize(1);
    }

    private void set(byte @Nullable [] value) {
        write(SETTINGS, settingsOffset++, DefaultRouting.NAME, value);
        after(Duration.ZERO);
    }

    @Test
    void aWorkerIsOnlineFromItsFirstHeartbeatAndOfflineTenSecondsAfterItsLast() {
        beat("w1");
        after(Duration.ofSeconds(3));
        beat("w1");
        after(Duration.ofSeconds(10));
        assertThat(events)
                .extracting(Event::type, Event::subject)
                .containsExactly(tuple(EventType.WORKER_ONLINE, "w1"));

        after(Duration.ofMillis(1));

        assertThat(events).extracting(Event::type).containsExactly(EventType.WORKER_ONLINE, EventType.WORKER_OFFLINE);
    }

    @Test
    void workersOnlineAreCountedAndOnTheLeaderTheirChanges() {
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

        assertThat(events).extracting(Event::type).containsExactly(EventType.WORKER_ONLINE, EventType.WORKER_OFFLINE);
    }

    @Test
    void onlyTheLeaderPublishesAndANewOneRepeatsNothing() {
        leading = false;
        beat("w1");
        leading = true;
        beat("w1");
        after(Duration.ofSeconds(11));

        assertThat(events).extracting(Event::type).containsExactly(EventType.WORKER_OFFLINE);
    }

    private void beat(String workerId) {
        write(workerId, new byte[] {'{', '}'});
        after(Duration.ZERO);
    }

    private void write(String workerId, byte @Nullable [] value) {
        write(WORKERS, offset++, workerId, value);
    }

    private void write(TopicPartition partition, long at, String key, byte @Nullable [] value) {
        consumer.addRecord(new ConsumerRecord<>(
                partition.topic(),
                0,
                at,
                clock.millis(),
                TimestampType.LOG_APPEND_TIME,
                0,
                0,
                key.getBytes(StandardCharsets.UTF_8),
                value,
                new RecordHeaders(),
                Optional.empty()));
    }

    private void after(Duration time) {
        clock.advance(time);
        watch.runOnce(clock.instant());
    }
}
