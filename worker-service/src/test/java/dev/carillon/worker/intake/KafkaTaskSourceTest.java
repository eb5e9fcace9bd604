package dev.carillon.worker.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.offset.PointCodec;
import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.worker.wire.InputPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class KafkaTaskSourceTest {
    private static final TopicPartition ZERO = new TopicPartition("tasks", 0);
    private static final TopicPartition ONE = new TopicPartition("tasks", 1);
    private static final InputPartition OUR_ZERO = new InputPartition("tasks", 0);
    private static final InputPartition OUR_ONE = new InputPartition("tasks", 1);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final KafkaTaskSource source = new KafkaTaskSource(consumer, List.of("tasks"));
    private final List<String> changes = new ArrayList<>();

    @BeforeEach
    void assign() {
        source.open(new TaskSource.AssignmentListener() {
            @Override
            public void assigned(Collection<InputPartition> partitions) {
                changes.add("assigned " + partitions.size());
            }

            @Override
            public void revoked(Collection<InputPartition> partitions) {
                changes.add("revoked " + partitions.size());
            }

            @Override
            public void lost(Collection<InputPartition> partitions) {
                changes.add("lost " + partitions.size());
            }
        });
        consumer.updateBeginningOffsets(Map.of(ZERO, 3L, ONE, 0L));
        consumer.rebalance(List.of(ZERO, ONE));
    }

    @Test
    void assignedPartitionsBringNothingBeforeTheyAreResumed() {
        assertThat(changes).containsExactly("assigned 2");
        assertThat(consumer.paused()).containsExactlyInAnyOrder(ZERO, ONE);
        source.seek(Map.of(OUR_ZERO, StoredPoint.untouched(3), OUR_ONE, StoredPoint.untouched(0)));
        assertThat(source.poll(Duration.ofSeconds(30)))
                .as("what was assigned is looked at first")
                .isEmpty();
        source.pauseOnly(Set.of(OUR_ONE));
        assertThat(consumer.paused()).containsExactly(ONE);
        consumer.addRecord(new ConsumerRecord<>("tasks", 0, 3, new byte[] {1}, new byte[] {2}));
        assertThat(source.poll(Duration.ZERO)).hasSize(1).allMatch(arrival -> arrival.offset() == 3);
    }

    @Test
    void storedPointsComeFromTheGroupOrFromTheStartOfTheLog() {
        StoredPoint point = new StoredPoint(5, true, 9, 8, List.of(5L, 7L));
        consumer.commitSync(Map.of(ONE, new OffsetAndMetadata(5, PointCodec.encode(point))));
        assertThat(source.stored(List.of(OUR_ZERO, OUR_ONE)))
                .isEqualTo(Map.of(OUR_ZERO, StoredPoint.untouched(3), OUR_ONE, point));
    }

    @Test
    void survivorLearnsOfADeathWithinATenthOfTheSession() {
        assertThat(KafkaTaskSource.settings(Duration.ofSeconds(6), 100))
                .containsEntry("session.timeout.ms", 6_000)
                .containsEntry("heartbeat.interval.ms", 600);
    }

    @Test
    void wakeUpEndsAPollWithoutRecords() {
        source.wakeUp();
        assertThat(source.poll(Duration.ofSeconds(30))).isEmpty();
    }
}
