package dev.carillon.client.status;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.MemoryCluster.NOW;
import static dev.carillon.client.TestRecords.outgoing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ExecutionRecordsTest {
    private static final int PARTITIONS = 5;
    private static final String LANE = NAMES.tasks("default", Priority.NORMAL);
    private static final Work RING = Work.of("ring", RawJson.NULL);
    private static final ExecutionKey TICK = ExecutionKey.parse("bell:2026-11-18T06:00:00Z");

    private final ManualClock clock = new ManualClock(NOW);
    private final MemoryRecordLog log = new MemoryRecordLog(clock);
    private final ExecutionRecords records = new ExecutionRecords(log, NAMES);

    ExecutionRecordsTest() {
        new TopicCatalogue(NAMES, PARTITIONS)
                .all(List.of("default"))
                .forEach(topic -> log.create(topic.name(), topic.partitions()));
    }

    private Optional<ExecutionStatus> status(ExecutionKey key) {
        return records.status(key, clock.instant());
    }

    private ExecutionState state(ExecutionKey key) {
        return status(key).orElseThrow().state();
    }

    private void task(String topic, int partition, ExecutionKey key) {
        Task task = Task.first(key, Origin.TICK, RING);
        log.put(outgoing(topic, partition, key.toString(), Kind.TASK.encode(task), Map.of("routed", "weighted")));
    }

    private void succeed(ExecutionKey key) {
        Outcome outcome = Outcome.succeeded(Result.of(key, 1, ResultStatus.SUCCEEDED), clock.instant());
        log.put(outgoing(NAMES.outcomes(), key.home(PARTITIONS), key.toString(), Kind.OUTCOME.encode(outcome)));
    }

    private void event(int partition, ExecutionKey key, EventType type) {
        Event event = new Event(type, key.toString(), clock.instant(), "worker/a", "3 of 7", null, Map.of());
        log.put(outgoing(NAMES.events(), partition, key.toString(), Kind.EVENT.encode(event)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void aTickIsFoundWhereverItWasRoutedTo(int partition) {
        task(LANE, partition, TICK);
        assertThat(state(TICK)).isEqualTo(ExecutionState.QUEUED);
        assertThat(status(TICK).orElseThrow().where()).isEqualTo(new TaskPosition(LANE, partition, 0));
    }

    @Test
    void recordsOfOtherExecutionsInTheSamePartitionsAreNotMixedIn() {
        ExecutionKey next = ExecutionKey.parse("bell:2026-11-18T06:00:01Z");
        ExecutionKey part = TICK.subExecution(1);
        for (int partition = 0; partition < PARTITIONS; partition++) {
            task(LANE, partition, next);
            task(NAMES.released("default"), partition, part);
        }
        succeed(next);
        assertThat(status(TICK)).isEmpty();
        assertThat(state(part)).isEqualTo(ExecutionState.QUEUED);
        assertThat(state(next)).isEqualTo(ExecutionState.SUCCEEDED);
    }

    /** A record made by hand names no execTime; its key is its position and append time. */
    @Test
    void aTaskMadeByHandIsFoundByThePositionInItsKey() {
        byte[] handMade = "{\"taskId\":\"hello\",\"type\":\"ring\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        log.put(outgoing(LANE, 2, "hello", handMade));
        log.put(outgoing(LANE, 2, "hello", handMade));
        ExecutionKey second = ExecutionKey.atPosition("hello", NOW, "default.normal", 2, 1);
        assertThat(status(second).orElseThrow().where()).isEqualTo(new TaskPosition(LANE, 2, 1));
        succeed(second);
        assertThat(state(second)).isEqualTo(ExecutionState.SUCCEEDED);
        assertThat(state(ExecutionKey.atPosition("hello", NOW, "default.normal", 2, 0)))
                .isEqualTo(ExecutionState.QUEUED);
        log.put(outgoing(NAMES.delayed(), 3, "hello", handMade));
        assertThat(state(ExecutionKey.atPosition("hello", NOW, "delayed", 3, 0)))
                .isEqualTo(ExecutionState.PENDING);
    }

    /** A handler may report its progress many thousand times; its end must be seen all the same. */
    @Test
    void manyReportsOfProgressDoNotHideTheEnd() {
        task(LANE, TICK.home(PARTITIONS), TICK);
        for (int i = 0; i < 12_000; i++) {
            clock.advance(Duration.ofMillis(100));
            event(TICK.home(PARTITIONS), TICK, EventType.PROGRESS);
        }
        ExecutionStatus running = status(TICK).orElseThrow();
        assertThat(running.state()).isEqualTo(ExecutionState.RUNNING);
        assertThat(running.attempts()).singleElement().matches(one -> one.said().equals(clock.instant()));
        succeed(TICK);
        assertThat(state(TICK)).isEqualTo(ExecutionState.SUCCEEDED);
    }

    @Test
    void whatRetentionHasDeletedIsNotNeededForTheRest() {
        task(LANE, 1, TICK);
        task(LANE, 1, ExecutionKey.parse("other:2026-11-18T06:00:00Z"));
        event(TICK.home(PARTITIONS), TICK, EventType.STARTED);
        log.deleteBefore(LANE, 1, 1);
        assertThat(state(TICK)).isEqualTo(ExecutionState.RUNNING);
        log.deleteBefore(NAMES.events(), TICK.home(PARTITIONS), 1);
        assertThat(status(TICK)).isEmpty();
    }

    @Test
    void aClusterWithoutAnyTopicsHasNoStatus() {
        MemoryRecordLog empty = new MemoryRecordLog(clock);
        assertThat(new ExecutionRecords(empty, NAMES).status(TICK, NOW)).isEmpty();
    }

    @Test
    void aTopicThatIsMissingLeavesTheOthersReadable() {
        task(LANE, 3, TICK);
        log.deleteTopic(NAMES.control());
        log.deleteTopic(NAMES.delayed());
        assertThat(state(TICK)).isEqualTo(ExecutionState.QUEUED);
    }

    /** The submitter's clock may be ahead of the brokers', so records may be older than the instant in their key. */
    @Test
    void recordsThatAreALittleOrMuchOlderThanTheirKeyAreFound() {
        ExecutionKey soon = ExecutionKey.of("bell", Instant.parse("2026-11-18T06:00:59Z"));
        ExecutionKey far = ExecutionKey.of("bell", Instant.parse("2026-12-24T18:00:00Z"));
        for (ExecutionKey key : List.of(soon, far)) {
            task(LANE, key.home(PARTITIONS), key);
            assertThat(state(key)).as("before").isEqualTo(ExecutionState.QUEUED);
        }
        clock.set(Instant.parse("2026-12-24T20:00:00Z"));
        for (ExecutionKey key : List.of(soon, far)) {
            assertThat(state(key)).as("after").isEqualTo(ExecutionState.QUEUED);
        }
    }
}
