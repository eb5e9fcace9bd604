package dev.carillon.worker.presence;

import static dev.carillon.worker.TestTasks.NAMES;
import static dev.carillon.worker.TestTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ClockPair;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.schemas.worker.Heartbeat;
import dev.carillon.schemas.worker.WorkerState;
import dev.carillon.worker.wire.OutgoingRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

final class KafkaPresenceTest {
    private static final WorkerRef ME = new WorkerRef("w", "i");

    private final ManualClock clock = new ManualClock(NOW);
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());

    private List<String> topics() {
        return producer.history().stream().map(ProducerRecord::topic).toList();
    }

    private KafkaPresence presence() {
        WorkerIdentity identity = new WorkerIdentity(ME, "host", "1", "default", List.of("code"), 1, 7, NOW);
        KafkaPresence presence = new KafkaPresence(
                () -> producer,
                NAMES,
                identity,
                Duration.ofSeconds(3),
                new ClockCheck(clock, clock),
                new ClockPair(clock, clock));
        presence.begin();
        return presence;
    }

    private static WorkerSnapshot snapshot(WorkerState state, boolean routed) {
        return new WorkerSnapshot(state, 3, 2, 5, List.of("t-0", "t-1"), List.of(10L, 20L), 12.5, routed);
    }

    private long beatsIn(KafkaPresence presence, Duration time, Duration step) throws InterruptedException {
        long before = beats();
        Instant end = clock.instant().plus(time);
        while (clock.instant().isBefore(end)) {
            // Otherwise it would wait for a record.
            presence.offer(new OutgoingRecord(NAMES.events(), 0, null, new byte[] {1}, List.of()));
            presence.runOnce(clock.advance(step).instant());
        }
        return beats() - before;
    }

    private long beats() {
        return topics().stream().filter(NAMES.workers()::equals).count();
    }

    @Test
    void aWorkerThatOthersChooseByItsHeartbeatsBeatsOftener() throws InterruptedException {
        KafkaPresence presence = presence();
        presence.show(snapshot(WorkerState.BUSY, false));
        assertThat(beatsIn(presence, Duration.ofSeconds(6), Duration.ofMillis(100)))
                .isEqualTo(2);
        presence.show(snapshot(WorkerState.BUSY, true));
        assertThat(beatsIn(presence, Duration.ofSeconds(6), Duration.ofMillis(100)))
                .isEqualTo(12);
    }

    @Test
    void aWorkerThatDrainsSaysSoAtOnceAndOnce() throws InterruptedException {
        KafkaPresence presence = presence();
        presence.show(snapshot(WorkerState.BUSY, false));
        presence.runOnce(clock.instant());
        presence.show(snapshot(WorkerState.DRAINING, false));
        presence.runOnce(clock.advance(Duration.ofMillis(10)).instant());
        presence.offer(new OutgoingRecord(NAMES.events(), 0, null, new byte[] {1}, List.of()));
        presence.runOnce(clock.advance(Duration.ofMillis(10)).instant());
        assertThat(beats()).isEqualTo(2);
    }

    @Test
    void aHeartbeatSaysWhatRoutersGoBy() throws InterruptedException {
        KafkaPresence presence = presence();
        presence.show(snapshot(WorkerState.BUSY, true));
        presence.runOnce(clock.instant());
        Heartbeat sent = Kind.HEARTBEAT.decode(
                Objects.requireNonNull(producer.history().get(0).value()));
        assertThat(sent.load().weight()).isEqualTo(7);
        assertThat(sent.load().running()).isEqualTo(3);
        assertThat(sent.load().held()).isEqualTo(2);
        assertThat(sent.load().fetched()).isEqualTo(5);
        assertThat(sent.load().taskMillis()).isEqualTo(12.5);
        assertThat(sent.partitions()).containsExactly("t-0", "t-1");
        assertThat(sent.positions()).containsExactly(10L, 20L);
    }

    @Test
    void heartbeatsGoOnHoweverMuchThereIsToAnnounce() throws InterruptedException {
        KafkaPresence presence = presence();
        for (int i = 0; i < 1_000; i++) {
            presence.offer(new OutgoingRecord(NAMES.events(), 0, null, new byte[] {1}, List.of()));
        }
        presence.runOnce(clock.instant());
        presence.runOnce(clock.advance(Duration.ofSeconds(3)).instant());
        assertThat(topics().stream().filter(NAMES.workers()::equals)).hasSize(2);
        assertThat(topics()).hasSizeLessThan(1_000);
    }

    @Test
    void leaseIsSaidForEachPartitionWithOpenClaims() {
        KafkaLeases leases = new KafkaLeases(() -> producer, NAMES, ME);
        leases.begin();
        leases.runOnce(NOW);
        assertThat(producer.history()).isEmpty();
        leases.show(List.of(3, 1, 3));
        leases.runOnce(NOW);
        assertThat(producer.history()).extracting(ProducerRecord::partition).containsExactly(1, 3);
        assertThat(producer.history()).allSatisfy(record -> assertThat(Kind.LEASE
                        .decode(Objects.requireNonNull(record.value()))
                        .worker())
                .isEqualTo(ME));
        leases.show(List.of());
        leases.runOnce(NOW);
        assertThat(producer.history()).hasSize(2);
    }
}
