package dev.carillon.trigger.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Routing;
import dev.carillon.schemas.work.Work;
import dev.carillon.trigger.dispatch.failure.ClockBehind;
import dev.carillon.trigger.dispatch.failure.SliceFailed;
import dev.carillon.trigger.routing.RoutableWorker;
import dev.carillon.trigger.routing.RoutableWorkerBuilder;
import dev.carillon.trigger.routing.Router;
import dev.carillon.trigger.routing.RoutingWatch;
import dev.carillon.trigger.routing.WorkerFleet;
import dev.carillon.trigger.slice.build.SliceOutput;
import dev.carillon.trigger.slice.build.SlicePlan;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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
    private final List<Duration> behind = new ArrayList<>();
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
    private WorkerFleet fleet = WorkerFleet.UNKNOWN;
    private final Map<Routing, Long> routed = new EnumMap<>(Routing.class);
    private final Router router = new Router(() -> fleet, new Random(1), new RoutingWatch() {
        @Override
        public void routed(Routing strategy, long tasks) {
            routed.merge(strategy, tasks, Long::sum);
        }

        @Override
        public void wentHome(long tasks) {
            routed.merge(Routing.HASH, tasks, Long::sum);
        }
    });
    private final ManualClock clock = new ManualClock(DUE);
    /** How far the wall clock goes on in each wait. */
    private Duration goesOn = Duration.ofMillis(4);

    private Duration setBack = Duration.ZERO;
    private boolean fenced;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<Integer> sentWhenWaiting = new ArrayList<>();
    private final KafkaSliceLog log = new KafkaSliceLog(
            () -> producer,
            topic -> 7,
            NAMES,
            "trigger/test",
            new KafkaSliceLog.Time(clock, clock, this::pause),
            behind::add,
            router,
            meters);

    private void pause(Duration atMost) {
        assertThat(producer.transactionInFlight()).isTrue();
        assertThat(producer.flushed()).isTrue();
        sentWhenWaiting.add(producer.uncommittedRecords().size());
        clock.set(clock.instant().minus(setBack));
        if (fenced && clock.instant().plus(goesOn).isAfter(DUE)) {
            producer.fenceProducer();
        }
        setBack = Duration.ZERO;
        clock.advance(goesOn.compareTo(atMost) < 0 ? goesOn : atMost);
    }

    @Test
    void aSlicePassedBeforeItsInstantIsWrittenAtOnceAndCommittedWhenThatHasCome() {
        log.takeOver();
        clock.set(DUE.minusMillis(10));

        assertThat(log.commit(plan())).isEqualTo(42);

        assertThat(sentWhenWaiting).containsExactly(4, 4, 4);
        assertThat(clock.instant()).isEqualTo(DUE);
        assertThat(producer.commitCount()).isEqualTo(1);
        assertThat(log.commit(plan())).isEqualTo(42);
        assertThat(sentWhenWaiting).as("no wait for an instant that has come").hasSize(3);
    }

    @Test
    void aLeaderFencedWhileASliceWaitsForItsInstantCommitsNothing() {
        log.takeOver();
        clock.set(DUE.minusMillis(10));
        fenced = true;

        assertThatExceptionOfType(SliceFailed.class)
                .isThrownBy(() -> log.commit(plan()))
                .matches(SliceFailed::isRejected);

        assertThat(clock.instant()).isEqualTo(DUE);
        assertThat(producer.commitCount()).isZero();
    }

    @Test
    void aSliceWhoseInstantDoesNotComeBecauseTheClockWasSetBackIsAborted() {
        log.takeOver();
        clock.set(DUE.minusMillis(10));
        goesOn = Duration.ofMillis(500);
        setBack = Duration.ofMinutes(30);

        assertThatExceptionOfType(SliceFailed.class)
                .isThrownBy(() -> log.commit(plan()))
                .withMessageContaining("set back");

        assertThat(producer.commitCount()).isZero();
        assertThat(producer.transactionAborted()).isTrue();
    }

    @Test
    void positionsBeyondTheEndOfATopicShowThatItWasCreatedAgain() {
        assertThat(log.lostInput(new InputPositions(7, 0, 7, List.of()))).isEmpty();
        assertThat(log.lostInput(new InputPositions(8, 0, 7, List.of()))).hasValueSatisfying(words -> assertThat(words)
                .contains(NAMES.schedules(), "8", "7", "delete all four"));
        assertThat(log.lostInput(new InputPositions(7, 0, 8, List.of())))
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
        assertThat(Kind.WATERMARK.decode(written.get(3).value()).reached()).isEqualTo(DecidedUpTo.allOf(DUE));
    }

    @Test
    void theFirstSliceOfATermPublishesTheLeader() {
        log.takeOver();
        assertThat(log.commit(plan())).isEqualTo(42);
        assertThat(log.commit(plan())).isEqualTo(42);
        List<EventType> published = producer.history().stream()
                .filter(record -> record.topic().equals(NAMES.events()))
                .map(record -> Kind.EVENT.decode(record.value()).type())
                .toList();

        assertThat(published).containsExactly(EventType.SLICE, EventType.LEADER_ELECTED, EventType.SLICE);
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
    void transactionsAreTimedByHowTheyEnded() {
        assertThatExceptionOfType(SliceFailed.class).as("no term").isThrownBy(() -> log.commit(plan()));
        log.takeOver();
        clock.set(DUE.minusMillis(10));
        assertThat(log.commit(plan())).isEqualTo(42);
        producer.fenceProducer();
        assertThatExceptionOfType(SliceFailed.class).isThrownBy(() -> log.commit(plan()));

        assertThat(timed("committed").count()).isEqualTo(1);
        assertThat(timed("committed").totalTime(TimeUnit.MILLISECONDS))
                .as("with the wait for the instant")
                .isEqualTo(10);
        assertThat(timed("rejected").count()).isEqualTo(1);
        assertThat(timed("unknown").count()).isEqualTo(1);
    }

    private Timer timed(String outcome) {
        return meters.get("carillon.trigger.transaction.time")
                .tag("outcome", outcome)
                .timer();
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
    void aSliceThatDecidesNothingIsCommittedWithAnyWatermark() {
        log.takeOver();
        appendTime = DUE.minusSeconds(3_600);

        assertThat(log.commit(withoutTicks(null))).isEqualTo(42);
    }

    @Test
    void aClockBehindTheBrokersIsReported() {
        log.takeOver();
        appendTime = DUE.plusSeconds(2);

        assertThat(log.commit(plan())).isEqualTo(42);

        assertThat(behind).containsExactly(Duration.ofSeconds(2));
    }

    @Test
    void aClockTooFarBehindTheBrokersCommitsNothing() {
        log.takeOver();
        appendTime = DUE.plusSeconds(30);
        SlicePlan plan = plan();

        assertThatExceptionOfType(ClockBehind.class)
                .isThrownBy(() -> log.commit(plan))
                .withMessageContaining("30 s behind");

        assertThat(producer.commitCount()).isZero();
        assertThat(producer.transactionAborted()).isTrue();
        assertThat(behind).containsExactly(Duration.ofSeconds(30));
    }

    @Test
    void aTickGoesWhereItsStrategyChoosesAndNamesTheStrategy() {
        int elsewhere = (ExecutionKey.of("report", DUE).home(N) + 1) % N;
        fleet = fleet(Routing.HASH, elsewhere);
        log.takeOver();

        assertThat(log.commit(plan(Routing.ROUND_ROBIN))).isEqualTo(42);

        ProducerRecord<byte[], byte[]> task = producer.history().get(0);
        assertThat(task.partition()).isEqualTo(elsewhere);
        assertThat(task.headers().lastHeader(Headers.ROUTED).value())
                .isEqualTo("round-robin".getBytes(StandardCharsets.UTF_8));
        assertThat(routed).containsExactly(Map.entry(Routing.ROUND_ROBIN, 1L));
    }

    @Test
    void aTickWithoutAStrategyGoesByTheDefaultAndATaskThatHasToGoHomeDoesNot() {
        int home = ExecutionKey.of("report", DUE).home(N);
        fleet = fleet(Routing.LEAST_TASKS, (home + 1) % N);
        log.takeOver();

        assertThat(log.commit(plan(null))).isEqualTo(42);
        assertThat(log.commit(plan())).isEqualTo(42);

        assertThat(producer.history().stream()
                        .filter(record -> record.topic().equals(NAMES.tasks("default", Priority.NORMAL)))
                        .map(ProducerRecord::partition))
                .containsExactly((home + 1) % N, home);
        assertThat(routed).containsExactly(Map.entry(Routing.LEAST_TASKS, 1L));
    }

    @Test
    void withoutWorkersATickGoesHome() {
        log.takeOver();

        assertThat(log.commit(plan(Routing.LEAST_LOAD))).isEqualTo(42);

        ProducerRecord<byte[], byte[]> task = producer.history().get(0);
        assertThat(task.partition()).isEqualTo(ExecutionKey.of("report", DUE).home(N));
        assertThat(task.headers().lastHeader(Headers.ROUTED)).isNull();
        assertThat(routed).containsExactly(Map.entry(Routing.HASH, 1L));
    }

    @Test
    void aPartitionThatTheQueueDoesNotHaveIsNotUsed() {
        fleet = fleet(Routing.HASH, N);
        log.takeOver();

        assertThat(log.commit(plan(Routing.RANDOM))).isEqualTo(42);

        assertThat(producer.history().get(0).partition())
                .isEqualTo(ExecutionKey.of("report", DUE).home(N));
    }

    private static WorkerFleet fleet(Routing byDefault, int partition) {
        String topic = NAMES.tasks("default", Priority.NORMAL);
        RoutableWorker worker = RoutableWorkerBuilder.builder()
                .id("w1")
                .heartbeatOffset(1)
                .queues(Set.of("default"))
                .types(Set.of("shell"))
                .weight(1)
                .capacity(10)
                .cpu(0)
                .taskMillis(0)
                .partitions(List.of(new RoutableWorker.Held(topic, partition, 0)))
                .build();
        return new WorkerFleet(byDefault, List.of(worker));
    }

    private static SlicePlan withoutTicks(@Nullable Instant notBefore) {
        SlicePlan plan = plan();
        return new SlicePlan(plan.watermark(), plan.slice(), null, notBefore, List.of(), Map.of(), 0);
    }

    private static SlicePlan plan() {
        return plan(Routing.HASH);
    }

    private static SlicePlan plan(@Nullable Routing routing) {
        Task task = Task.first(ExecutionKey.of("report", DUE), Origin.TICK, Work.of("shell", RawJson.NULL))
                .withSchedule(3, 0);
        DecidedUpTo before = DecidedUpTo.allOf(DUE.minusSeconds(1));
        DecidedUpTo after = DecidedUpTo.allOf(DUE);
        return new SlicePlan(
                new Watermark("0", after, InputPositions.START, null, Map.of()),
                new Slice(before, after, InputPositions.START, InputPositions.START, 1, 0, 0),
                DUE,
                DUE,
                List.of(new SliceOutput.Dispatch(task, routing)),
                Map.of(),
                0);
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
