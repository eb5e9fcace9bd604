package dev.carillon.worker.presence;

import static dev.carillon.worker.TestTasks.NAMES;
import static dev.carillon.worker.TestTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.WorkerRef;
import dev.carillon.worker.wire.Outgoing;
import java.time.Duration;
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

    @Test
    void heartbeatsGoOnHoweverMuchThereIsToAnnounce() throws InterruptedException {
        Identity identity = new Identity(ME, "host", "1", "default", List.of("code"), 1, NOW);
        KafkaPresence presence = new KafkaPresence(
                () -> producer, NAMES, identity, Duration.ofSeconds(3), new ClockCheck(clock, clock), clock);
        presence.begin();
        for (int i = 0; i < 1_000; i++) {
            presence.announce(new Outgoing(NAMES.events(), 0, null, new byte[] {1}, List.of()));
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
