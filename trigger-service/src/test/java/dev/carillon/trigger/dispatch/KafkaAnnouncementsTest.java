package dev.carillon.trigger.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.trigger.dispatch.failure.SliceFailed;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class KafkaAnnouncementsTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(Cluster.empty(), true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final LeaderStanding standing = new LeaderStanding();
    private final KafkaAnnouncements announcements = new KafkaAnnouncements(
            () -> producer,
            new TopicNames("carillon"),
            "trigger/test",
            "0",
            standing,
            new ManualClock(NOW.plusMillis(3)),
            new SimpleMeterRegistry());

    @Test
    void theEndOfATermIsPublishedAndAFenceHasItsOwnType() throws InterruptedException {
        standing.became(LeaderState.LEADING);
        announcements.begin();
        announcements.lost(NOW, new SliceFailed("timed out", null));
        announcements.lost(NOW, new SliceFailed("not committed", new ProducerFencedException("newer epoch")));
        announcements.runOnce(NOW);
        announcements.runOnce(NOW);

        assertThat(producer.history())
                .extracting(record -> Kind.EVENT.decode(record.value()).type())
                .containsExactly(EventType.LEADER_LOST, EventType.LEADER_FENCED);
        assertThat(producer.history())
                .extracting(record -> Kind.EVENT.decode(record.value()).at())
                .as("when the commit had failed")
                .containsOnly(NOW.plusMillis(3));
    }

    @Test
    void theEndOfATermThatNeverLedIsNotPublishedButAHandOverIs() {
        announcements.begin();
        for (LeaderState state : LeaderState.values()) {
            standing.became(state);
            if (state != LeaderState.LEADING) {
                announcements.lost(NOW, new SliceFailed("timed out", null));
            }
        }
        announcements.handedOver(NOW);
        announcements.end();

        assertThat(producer.history())
                .extracting(record -> Kind.EVENT.decode(record.value()).type())
                .containsExactly(EventType.LEADER_LOST);
    }
}
