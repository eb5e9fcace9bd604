package dev.carillon.system.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Work;
import dev.carillon.system.checker.seen.SeenRecord;
import dev.carillon.system.running.Bells;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Submitted tasks: success, retries, failure, delay, cancellation and duplicates. */
@CarillonSystem
@Timeout(120)
final class ExecutionScenarioTest {
    private static final Duration DELAY = Duration.ofMillis(300);

    private static Work work(String type, int maxRetries, Duration delay) {
        return Work.of(type, RawJson.parse("2"))
                .withRetry(new Retry(maxRetries, delay, 2.0, Duration.ofHours(2), 0, List.of(), List.of()));
    }

    private static Work work(String type) {
        return work(type, 0, DELAY);
    }

    @Test
    void submittedTaskRunsOnceAndEndsInOneOutcome(RunningCarillon carillon) {
        ExecutionKey key = carillon.submit("submitted", work(Bells.RING));
        Outcome outcome = carillon.awaitOutcome(key);
        assertThat(outcome.status()).isEqualTo(OutcomeStatus.SUCCEEDED);
        assertThat(outcome.attempts()).isEqualTo(1);
        assertThat(outcome.last()).isNotNull();
        assertThat(carillon.bells().runsOf(key.toString())).hasSize(1);
    }

    @Test
    void taskThatFailsTwiceSucceedsAtItsThirdAttemptAfterItsBackoffs(RunningCarillon carillon) {
        Instant before = carillon.clock().instant();
        ExecutionKey key = carillon.submit("flaky", work(Bells.FLAKY, 3, DELAY));
        Outcome outcome = carillon.awaitOutcome(key);
        assertThat(outcome.status()).isEqualTo(OutcomeStatus.SUCCEEDED);
        assertThat(outcome.attempts()).isEqualTo(3);
        assertThat(Duration.between(before, outcome.decidedAt())).isGreaterThanOrEqualTo(DELAY.multipliedBy(3));
    }

    @Test
    void taskThatAlwaysFailsEndsFailedAndInTheDeadLetters(RunningCarillon carillon) {
        ExecutionKey key = carillon.submit("broken", work(Bells.BROKEN, 2, Duration.ofMillis(100)));
        Outcome outcome = carillon.awaitOutcome(key);
        assertThat(outcome.status()).isEqualTo(OutcomeStatus.FAILED);
        assertThat(outcome.attempts()).isEqualTo(3);
        SeenRecord deadLetter = carillon.awaitDeadLetter(
                "dead letter of " + key, record -> record.keyText().equals(key.toString()));
        assertThat(deadLetter.headers()).containsEntry(Headers.CAUSE, ErrorCode.EXHAUSTED.name());
    }

    @Test
    void taskOfATypeThatNobodyServesFailsWithWords(RunningCarillon carillon) {
        Outcome outcome = carillon.awaitOutcome(carillon.submit("unserved", work("teleport")));
        assertThat(outcome.status()).isEqualTo(OutcomeStatus.FAILED);
        assertThat(outcome.message()).contains("teleport");
    }

    @Test
    void taskWaitsForItsNotBefore(RunningCarillon carillon) {
        ExecutionKey key = carillon.freshKey("near");
        Instant notBefore = carillon.clock().instant().plusMillis(1_200);
        carillon.submit(Task.first(key, Origin.SUBMITTED, work(Bells.RING)).withTimes(notBefore, null));
        assertThat(started(carillon.awaitOutcome(key))).isAfterOrEqualTo(notBefore);
    }

    @Test
    void delayedTaskIsReleasedWhenItIsDue(RunningCarillon carillon) {
        ExecutionKey key = carillon.freshKey("delayed");
        Instant notBefore = carillon.clock().instant().plusMillis(1_200);
        delay(carillon, Task.first(key, Origin.SUBMITTED, work(Bells.RING)).withTimes(notBefore, null));
        assertThat(started(carillon.awaitOutcome(key))).isAfterOrEqualTo(notBefore);
    }

    private static void delay(RunningCarillon carillon, Task task) {
        ExecutionKey key = java.util.Objects.requireNonNull(task.key());
        carillon.door()
                .put(
                        carillon.names().delayed(),
                        key.home(carillon.partitions()),
                        key.toString(),
                        Kind.TASK.encode(task),
                        Map.of());
    }

    private static Instant started(Outcome outcome) {
        assertThat(outcome.last()).isNotNull();
        Instant started =
                java.util.Objects.requireNonNull(outcome.last()).times().started();
        return java.util.Objects.requireNonNull(started);
    }

    @Test
    void cancelEndsAnExecutionThatWaitsInATimer(RunningCarillon carillon) {
        ExecutionKey key = carillon.freshKey("cancel-waiting");
        Instant later = carillon.clock().instant().plus(Duration.ofHours(1));
        delay(carillon, Task.first(key, Origin.SUBMITTED, work(Bells.RING)).withTimes(later, null));
        ExecutionKey retried = carillon.submit("cancel-retrying", work(Bells.BROKEN, 3, Duration.ofHours(1)));
        carillon.watch()
                .await("results", carillon.names().results(), 1, RunningCarillon.SOON, record -> record.keyText()
                        .equals(retried.toString()));
        carillon.cancel(key);
        carillon.cancel(retried);
        assertThat(carillon.awaitOutcome(key).status()).isEqualTo(OutcomeStatus.CANCELLED);
        assertThat(carillon.awaitOutcome(retried).status()).isEqualTo(OutcomeStatus.CANCELLED);
        assertThat(carillon.bells().runsOf(key.toString())).isEmpty();
        assertThat(carillon.bells().runsOf(retried.toString())).hasSize(1);
    }

    @Test
    void cancelEndsAQueuedExecutionBeforeItStarts(RunningCarillon carillon) throws InterruptedException {
        List<ExecutionKey> occupying = new ArrayList<>();
        for (int i = 0; i < RunningCarillon.CONCURRENCY; i++) {
            occupying.add(carillon.submit("occupying", work(Bells.LONG)));
        }
        for (ExecutionKey key : occupying) {
            carillon.bells().awaitRuns(key.toString(), 1, RunningCarillon.SOON);
        }
        ExecutionKey queued = carillon.submit("cancel-queued", work(Bells.RING));
        carillon.cancel(queued);
        assertThat(carillon.awaitOutcome(queued).status()).isEqualTo(OutcomeStatus.CANCELLED);
        assertThat(carillon.bells().runsOf(queued.toString())).isEmpty();
        occupying.forEach(key -> carillon.bells().release(key.toString()));
        carillon.awaitOutcomes("occupying", occupying.size());
    }

    @Test
    void cancelInterruptsARunningAttempt(RunningCarillon carillon) throws InterruptedException {
        ExecutionKey key = carillon.submit("cancel-running", work(Bells.LONG, 3, DELAY));
        carillon.bells().awaitRuns(key.toString(), 1, RunningCarillon.SOON);
        carillon.cancel(key);
        assertThat(carillon.awaitOutcome(key).status()).isEqualTo(OutcomeStatus.CANCELLED);
        assertThat(carillon.bells().wasInterrupted(key.toString())).isTrue();
    }

    @Test
    void sameKeyAndAttemptTwiceRunsOnce(RunningCarillon carillon) {
        Task task = Task.first(carillon.freshKey("twice"), Origin.SUBMITTED, work(Bells.RING));
        ExecutionKey key = carillon.submit(task);
        carillon.submit(task);
        carillon.awaitOutcome(key);
        carillon.submit(task);
        flush(carillon, key);
        assertThat(carillon.bells().runsOf(key.toString())).hasSize(1);
    }

    /** Runs another task at the same home: when it has ended, all records before it have been processed. */
    private static void flush(RunningCarillon carillon, ExecutionKey behind) {
        ExecutionKey key = carillon.freshKey("flush");
        while (key.home(carillon.partitions()) != behind.home(carillon.partitions())) {
            key = carillon.freshKey("flush");
        }
        carillon.awaitOutcome(carillon.submit(Task.first(key, Origin.SUBMITTED, work(Bells.RING))));
    }

    @Test
    void recordsOfForeignPartitionersComeHomeAndRunOnce(RunningCarillon carillon) {
        Task task = Task.first(carillon.freshKey("foreign"), Origin.SUBMITTED, work(Bells.RING));
        ExecutionKey key = carillon.submit(task);
        String topic = carillon.names().tasks("default", Priority.NORMAL);
        for (int partition = 0; partition < carillon.partitions(); partition++) {
            carillon.door().put(topic, partition, key.toString(), Kind.TASK.encode(task), Map.of());
        }
        ExecutionKey onlyForeign = carillon.freshKey("only-foreign");
        int elsewhere = (onlyForeign.home(carillon.partitions()) + 1) % carillon.partitions();
        Task moved = Task.first(onlyForeign, Origin.SUBMITTED, work(Bells.RING));
        carillon.door().put(topic, elsewhere, onlyForeign.toString(), Kind.TASK.encode(moved), Map.of());
        carillon.awaitOutcome(key);
        carillon.awaitOutcome(onlyForeign);
        flush(carillon, key);
        assertThat(carillon.bells().runsOf(key.toString())).hasSize(1);
        assertThat(carillon.bells().runsOf(onlyForeign.toString())).hasSize(1);
    }

    @Test
    void handMadeTaskGoesByWhereItLies(RunningCarillon carillon) {
        byte[] value =
                "{\"taskId\":\"by-hand\",\"type\":\"ring\",\"payload\":{\"a\":1}}".getBytes(StandardCharsets.UTF_8);
        String topic = carillon.names().tasks("default", Priority.NORMAL);
        RecordMetadata first = carillon.door().put(topic, null, value);
        RecordMetadata second = carillon.door().put(topic, "by-hand", value);
        List<Outcome> outcomes = carillon.awaitOutcomes("by-hand", 2);
        assertThat(outcomes)
                .extracting(outcome -> outcome.key().toString())
                .anyMatch(key -> key.endsWith("~default.normal-" + first.partition() + "-" + first.offset()))
                .anyMatch(key -> key.endsWith("~default.normal-" + second.partition() + "-" + second.offset()));
    }
}
