package dev.carillon.client;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.MemoryCluster.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.client.status.ExecutionStatus;
import dev.carillon.client.submit.Submission;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkerRef;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class StatusTest {
    private static final Submission RING = Submission.of("ring").taskId("bell");

    private final MemoryCluster cluster = new MemoryCluster();
    private final CarillonClient client = cluster.client;

    @AfterEach
    void close() {
        cluster.close();
    }

    private ExecutionStatus status(ExecutionKey key) {
        return client.status(key).orElseThrow();
    }

    private Task taskOf(ExecutionKey key) {
        return Objects.requireNonNull(status(key).task());
    }

    private static Result report(Task task, ResultStatus status) {
        return Result.of(Objects.requireNonNull(task.key()), task.attempt(), status)
                .withRun(new WorkerRef("worker-1", "a"), new AttemptTimes(null, NOW, null), null)
                .withTask(task);
    }

    @Test
    void aKeyThatWasNeverUsedHasNoStatus() {
        assertThat(client.status(ExecutionKey.parse("bell:2026-11-18T06:00:00Z")))
                .isEmpty();
    }

    @Test
    void executionIsFollowedFromItsQueueToItsOutcome() {
        ExecutionKey key = client.submit(RING);
        assertThat(status(key).state()).isEqualTo(ExecutionState.QUEUED);
        assertThat(status(key).why()).contains("carillon.tasks.default.normal-" + key.home(3));
        Task first = taskOf(key);
        cluster.clock.advance(Duration.ofSeconds(1));
        cluster.result(report(first, ResultStatus.STARTED), Map.of("kind", "claim"));
        assertThat(status(key).state()).isEqualTo(ExecutionState.RUNNING);
        assertThat(status(key).why()).contains("runs on worker-1");
        cluster.clock.advance(Duration.ofSeconds(1));
        cluster.result(report(first, ResultStatus.FAILED).withReason("CRACKED", "the bell cracked", null), Map.of());
        ExecutionStatus retrying = status(key);
        assertThat(retrying.state()).isEqualTo(ExecutionState.RETRYING);
        assertThat(retrying.nextAttempt()).isAfter(cluster.clock.instant().plusSeconds(7));
        assertThat(retrying.why()).contains("CRACKED", "the bell cracked", "attempt 2 may start at");
        cluster.clock.advance(Duration.ofSeconds(12));
        Task second = first.nextAttempt(cluster.clock.instant());
        cluster.task(NAMES.released("default"), key, second);
        assertThat(status(key).state()).isEqualTo(ExecutionState.QUEUED);
        assertThat(status(key).attempts()).hasSize(2);
        cluster.clock.advance(Duration.ofSeconds(1));
        cluster.outcome(key);
        assertThat(status(key).state()).isEqualTo(ExecutionState.SUCCEEDED);
        assertThat(status(key).outcome()).isNotNull();
        assertThat(status(key).attempts().get(0).status()).isEqualTo(ResultStatus.FAILED);
    }

    @Test
    void farWorkIsPendingUntilItsInstant() {
        ExecutionKey key = client.submit(RING.after(Duration.ofMinutes(10)));
        assertThat(status(key).state()).isEqualTo(ExecutionState.PENDING);
        assertThat(status(key).nextAttempt()).isEqualTo(NOW.plus(Duration.ofMinutes(10)));
    }

    @Test
    void cancelThatWasAskedForIsNamedUntilTheEnd() {
        ExecutionKey key = client.submit(RING);
        client.cancel(key, null);
        assertThat(status(key).why()).contains("cancel requested at " + NOW);
        cluster.outcome(key, OutcomeStatus.CANCELLED);
        assertThat(status(key).state()).isEqualTo(ExecutionState.CANCELLED);
        assertThat(status(key).cancelAsked()).isEqualTo(NOW);
    }

    @Test
    void recordsOlderThanTheKeysInstantAreFound() {
        ExecutionKey key = client.submit(RING.key("bell:2026-11-18T07:00:00Z"));
        cluster.clock.advance(Duration.ofHours(3));
        assertThat(status(key).state()).isEqualTo(ExecutionState.QUEUED);
    }

    @Test
    void eventThatAWorkerLeftToItsProducerIsFoundWhereverItWent() {
        ExecutionKey key = partOf("bell:2026-11-18T05:59:50Z");
        cluster.task(NAMES.released("default"), key, Task.first(key, Origin.SUBMITTED, Work.of("ring", RawJson.NULL)));
        cluster.clock.advance(Duration.ofSeconds(2));
        Event started = new Event(EventType.STARTED, key.toString(), NOW, "worker-1", "it runs", null, Map.of());
        int elsewhere = Murmur2.partition(key.bytes(), MemoryCluster.PARTITIONS);
        cluster.log.put(new OutgoingRecord(
                NAMES.events(), elsewhere, key.bytes(), Kind.EVENT.encode(started), HeaderList.none()));
        assertThat(status(key).state()).isEqualTo(ExecutionState.RUNNING);
    }

    /** A sub-execution whose home differs from the hash of its whole key. */
    private static ExecutionKey partOf(String parent) {
        return IntStream.rangeClosed(1, 100)
                .mapToObj(n -> ExecutionKey.parse(parent + "/" + n))
                .filter(key ->
                        key.home(MemoryCluster.PARTITIONS) != Murmur2.partition(key.bytes(), MemoryCluster.PARTITIONS))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void cancelAloneDoesNotHideOlderRecords() {
        ExecutionKey key = client.submit(RING.key("bell:2026-11-18T07:00:00Z"));
        cluster.clock.advance(Duration.ofHours(3));
        client.cancel(key, null);
        assertThat(status(key).state()).isEqualTo(ExecutionState.QUEUED);
    }

    @Test
    void attemptThatWasHandedBackFailedWithNoCode() {
        ExecutionKey key = client.submit(RING);
        cluster.result(report(taskOf(key), ResultStatus.HANDED_BACK), Map.of());
        assertThat(status(key).attempts().get(0).code()).isNull();
        assertThat(status(key).why()).isEqualTo("attempt 1 ended HANDED_BACK on worker-1");
    }

    @Test
    void codeThatRepeatsTheStatusIsLeftOut() {
        ExecutionKey key = client.submit(RING);
        cluster.result(report(taskOf(key), ResultStatus.TIMED_OUT), Map.of());
        assertThat(status(key).attempts().get(0).code()).isEqualTo("TIMED_OUT");
        assertThat(status(key).why()).startsWith("attempt 1 ended TIMED_OUT on worker-1; attempt 2 may start at");
    }

    @Test
    void secondCopyOfWhatFailedAlreadyChangesNothing() {
        ExecutionKey key = client.submit(RING);
        Task task = taskOf(key);
        cluster.result(report(task, ResultStatus.FAILED), Map.of());
        cluster.clock.advance(Duration.ofSeconds(1));
        cluster.task(NAMES.tasks("default", Work.of("ring", RawJson.NULL).priority()), key, task);
        assertThat(status(key).state()).isEqualTo(ExecutionState.RETRYING);
    }
}
