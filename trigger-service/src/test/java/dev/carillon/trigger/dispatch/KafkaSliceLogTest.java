package dev.carillon.trigger.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Origin;
import dev.carillon.schemas.record.Positions;
import dev.carillon.schemas.record.Priority;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Slice;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.Watermark;
import dev.carillon.schemas.record.Work;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.trigger.slice.Output;
import dev.carillon.trigger.slice.SlicePlan;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KafkaSliceLogTest {
    private static final TopicNames NAMES = new TopicNames("carillon");
    private static final Instant DUE = Instant.parse("2026-11-18T06:00:00Z");
    private static final int N = 12;

    private Instant appendTime = DUE;
    private final List<Duration> told = new ArrayList<>();
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(cluster(), true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                @Override
                public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
                    assertThat(super.send(record)).isNotNull();
                    TopicPartition partition = new TopicPartition(record.topic(), 0);
                    return CompletableFuture.completedFuture(
                            new RecordMetadata(partition, 42, 0, appendTime.toEpochMilli(), 0, 0));
                }
            };
    private final KafkaSliceLog log =
            new KafkaSliceLog(() -> producer, topic -> 7, NAMES, "trigger/test", new ManualClock(DUE), told::add);

    @Test
    void positionsBeyondTheEndOfATopicTellThatItWasMadeAnew() {
        assertThat(log.lostInput(new Positions(7, 0, 7, List.of()))).isEmpty();
        assertThat(log.lostInput(new Positions(8, 0, 7, List.of()))).hasValueSatisfying(words -> assertThat(words)
                .contains(NAMES.schedules(), "8", "7", "delete all three"));
        assertThat(log.lostInput(new Positions(7, 0, 8, List.of())))
                .hasValueSatisfying(words -> assertThat(words).contains(NAMES.control()));
    }

    @Test
    void writesTasksEventAndWatermarkInOneTransaction() {
        log.takeOver();

        long offset = log.commit(plan());

        assertThat(offset).isEqualTo(42);
        assertThat(producer.commitCount()).isEqualTo(1);
        List<ProducerRecord<byte[], byte[]>> written = producer.history();
        assertThat(written)
                .extracting(ProducerRecord::topic)
                .containsExactly(
                        "carillon.tasks.default.normal",
                        "carillon.events",
                        "carillon.events",
                        "carillon.trigger-state");
        ProducerRecord<byte[], byte[]> task = written.get(0);
        ExecutionKey key = ExecutionKey.of("report", DUE);
        assertThat(task.partition()).isEqualTo(key.home(N));
        assertThat(new String(task.key(), StandardCharsets.UTF_8)).isEqualTo("report:2026-11-18T06:00:00Z");
        assertThat(task.headers().lastHeader(Headers.ORIGIN).value())
                .isEqualTo("tick".getBytes(StandardCharsets.UTF_8));
        assertThat(Kind.WATERMARK.decode(written.get(3).value()).reached()).isEqualTo(Reached.allOf(DUE));
    }

    @Test
    void theFirstSliceOfATermSaysWhoLeads() {
        log.takeOver();
        assertThat(log.commit(plan())).isEqualTo(42);
        assertThat(log.commit(plan())).isEqualTo(42);
        List<EventType> said = producer.history().stream()
                .filter(record -> record.topic().equals(NAMES.events()))
                .map(record -> Kind.EVENT.decode(record.value()).type())
                .toList();

        assertThat(said).containsExactly(EventType.SLICE, EventType.LEADER_ELECTED, EventType.SLICE);
    }

    @Test
    void aFencedLeaderCommitsNothing() {
        log.takeOver();
        producer.fenceProducer();

        assertThatExceptionOfType(SliceFailed.class).isThrownBy(() -> log.commit(plan()));

        assertThat(producer.history()).isEmpty();
    }

    @Test
    void aFailedCommitIsUnknownAndNotTriedAgain() {
        log.takeOver();
        producer.commitTransactionException = new KafkaException("no answer");

        assertThatExceptionOfType(SliceFailed.class)
                .isThrownBy(() -> log.commit(plan()))
                .withMessageContaining("may not be committed")
                .matches(failed -> !failed.isRejected());
    }

    @Test
    void aCommitOfAFormerLeaderIsKnownToBeRejected() {
        log.takeOver();
        producer.commitTransactionException =
                new KafkaException("failed before", new ProducerFencedException("fenced"));

        assertThatExceptionOfType(SliceFailed.class)
                .isThrownBy(() -> log.commit(plan()))
                .matches(SliceFailed::isRejected);
    }

    @Test
    void ticksAppendedLongBeforeTheyAreDueAreAborted() {
        log.takeOver();
        appendTime = DUE.minusMillis(2_001);

        assertThatExceptionOfType(SliceFailed.class)
                .isThrownBy(() -> log.commit(plan()))
                .withMessageContaining("clock");

        assertThat(producer.transactionAborted()).isTrue();
        assertThat(producer.history()).isEmpty();
    }

    @Test
    void aWatermarkOfATimeToComeIsAbortedThoughNoTickIsDue() {
        log.takeOver();
        appendTime = DUE.minusMillis(2_001);

        assertThatExceptionOfType(SliceFailed.class)
                .isThrownBy(() -> log.commit(withoutTicks(DUE)))
                .withMessageContaining("clock");

        assertThat(producer.history()).isEmpty();
    }

    @Test
    void aSliceThatMovesNothingIsCommittedWhateverTheWatermark() {
        log.takeOver();
        appendTime = DUE.minusSeconds(3_600);

        assertThat(log.commit(withoutTicks(null))).isEqualTo(42);
    }

    @Test
    void aClockBehindTheBrokersIsTold() {
        log.takeOver();
        appendTime = DUE.plusSeconds(30);

        assertThat(log.commit(plan())).isEqualTo(42);

        assertThat(told).containsExactly(Duration.ofSeconds(30));
    }

    private static SlicePlan withoutTicks(@Nullable Instant notBefore) {
        SlicePlan plan = plan();
        return new SlicePlan(plan.watermark(), plan.slice(), null, notBefore, List.of(), Map.of());
    }

    private static SlicePlan plan() {
        Task task = Task.first(ExecutionKey.of("report", DUE), Origin.TICK, Work.of("shell", RawJson.NULL))
                .withSchedule(3, 0);
        Reached before = Reached.allOf(DUE.minusSeconds(1));
        Reached after = Reached.allOf(DUE);
        return new SlicePlan(
                new Watermark("0", after, Positions.START, null, Map.of()),
                new Slice(before, after, Positions.START, Positions.START, 1, 0, 0),
                DUE,
                DUE,
                List.of(new Output.Dispatch(task)),
                Map.of());
    }

    private static Cluster cluster() {
        Node node = new Node(0, "localhost", 9092);
        List<PartitionInfo> partitions = new ArrayList<>();
        for (String topic : List.of(NAMES.results(), NAMES.events(), NAMES.tasks("default", Priority.NORMAL))) {
            for (int i = 0; i < N; i++) {
                partitions.add(new PartitionInfo(topic, i, node, new Node[] {node}, new Node[] {node}));
            }
        }
        partitions.add(new PartitionInfo(NAMES.triggerState(), 0, node, new Node[] {node}, new Node[] {node}));
        return new Cluster("c", List.of(node), partitions, Set.of(), Set.of());
    }
}
