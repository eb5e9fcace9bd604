package dev.carillon.client.status;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.TestRecords.stored;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.client.status.ExecutionStatus.Attempt;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeBuilder;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkerRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class StatusFoldTest {
    private static final Instant T0 = Instant.parse("2026-11-18T06:00:00Z");
    private static final ExecutionKey KEY = ExecutionKey.of("bell", T0);
    private static final String LANE = NAMES.tasks("default", Priority.NORMAL);
    private static final String RELEASED = NAMES.released("default");
    private static final Task FIRST = Task.first(
            KEY,
            Origin.SUBMITTED,
            Work.of("ring", RawJson.NULL)
                    .withRetry(new Retry(
                            2, Duration.ofSeconds(10), 1, Duration.ofMinutes(1), 0, List.of(), List.of("BROKEN"))));
    private static final Task SECOND = FIRST.nextAttempt(at(11));

    private final List<ReceivedRecord> records = new ArrayList<>();

    private static Instant at(int seconds) {
        return T0.plusSeconds(seconds);
    }

    /** Adds a record that was appended that many seconds after the beginning. */
    private void add(int seconds, String topic, byte @Nullable [] value, Map<String, String> headers) {
        records.add(stored(topic, 1, records.size(), at(seconds), KEY.toString(), value, headers));
    }

    private void task(int seconds, String topic, Task task) {
        add(seconds, topic, Kind.TASK.encode(task), Map.of());
    }

    private void result(int seconds, Result result) {
        String kind = result.status() == ResultStatus.STARTED ? "claim" : "result";
        add(seconds, NAMES.results(), Kind.RESULT.encode(result), Map.of("kind", kind));
    }

    private static Result report(Task task, ResultStatus status) {
        return Result.of(KEY, task.attempt(), status)
                .withRun(new WorkerRef("worker-" + task.attempt(), "a"), AttemptTimes.NONE, null)
                .withTask(task);
    }

    private void outcome(int seconds, OutcomeStatus status, int attempts, @Nullable Result last) {
        Outcome outcome = OutcomeBuilder.builder()
                .key(KEY)
                .status(status)
                .attempts(attempts)
                .last(last)
                .decidedAt(at(seconds))
                .rest(Map.of())
                .build();
        add(seconds, NAMES.outcomes(), Kind.OUTCOME.encode(outcome), Map.of());
    }

    private void event(int seconds, EventType type) {
        Event event = new Event(type, KEY.toString(), at(seconds), "worker/a", null, null, Map.of());
        add(seconds, NAMES.events(), Kind.EVENT.encode(event), Map.of());
    }

    private ExecutionStatus status() {
        return StatusFold.of(KEY, records, NAMES, at(1_000)).orElseThrow();
    }

    private void isQueuedAs(int attempt) {
        assertThat(status().state()).isEqualTo(ExecutionState.QUEUED);
        assertThat(status().why()).startsWith("attempt " + attempt + " is in ");
    }

    private static Attempt attempt(ExecutionStatus status, int number) {
        return status.attempts().stream()
                .filter(one -> one.number() == number)
                .findFirst()
                .orElseThrow();
    }

    private void retriedExecution() {
        task(0, LANE, FIRST);
        event(1, EventType.STARTED);
        result(1, report(FIRST, ResultStatus.STARTED));
        result(2, report(FIRST, ResultStatus.FAILED).withReason("BUSY", "the bell is busy", null));
        task(12, RELEASED, SECOND);
        result(13, report(SECOND, ResultStatus.STARTED));
        result(14, report(SECOND, ResultStatus.SUCCEEDED));
    }

    @Test
    void theOrderInWhichRecordsWereReadDoesNotMatter() {
        retriedExecution();
        outcome(15, OutcomeStatus.SUCCEEDED, 2, report(SECOND, ResultStatus.SUCCEEDED));
        ExecutionStatus expected = status();
        assertThat(expected.state()).isEqualTo(ExecutionState.SUCCEEDED);
        assertThat(expected.why()).isEqualTo("ended SUCCEEDED after 2 attempts");
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            Collections.shuffle(records, random);
            assertThat(status()).isEqualTo(expected);
        }
    }

    @Test
    void withinOneMillisecondATaskComesBeforeItsResultsAndTheseBeforeTheOutcome() {
        outcome(0, OutcomeStatus.SUCCEEDED, 1, null);
        result(0, report(FIRST, ResultStatus.SUCCEEDED));
        event(0, EventType.STARTED);
        task(0, LANE, FIRST);
        assertThat(status().state()).isEqualTo(ExecutionState.SUCCEEDED);
        assertThat(status().task()).isEqualTo(FIRST);
        assertThat(status().where()).isEqualTo(new TaskPosition(LANE, 1, 3));
    }

    @Test
    void eachStepGivesItsStateAndSaysWhy() {
        task(0, LANE, FIRST);
        isQueuedAs(1);
        event(1, EventType.STARTED);
        assertThat(status().state()).isEqualTo(ExecutionState.RUNNING);
        assertThat(status().why()).isEqualTo("attempt 1 runs");
        result(2, report(FIRST, ResultStatus.STARTED));
        assertThat(status().why()).isEqualTo("attempt 1 runs on worker-1");
        event(3, EventType.PROGRESS);
        assertThat(attempt(status(), 1).said()).isEqualTo(at(3));
        result(4, report(FIRST, ResultStatus.FAILED).withReason("BUSY", "the bell is busy", null));
        assertThat(status().state()).isEqualTo(ExecutionState.RETRYING);
        assertThat(status().nextAttempt()).isEqualTo(at(14));
        assertThat(status().why())
                .isEqualTo("attempt 1 ended FAILED on worker-1 (BUSY): the bell is busy; attempt 2 may start at "
                        + at(14));
        task(15, RELEASED, SECOND);
        isQueuedAs(2);
        assertThat(status().nextAttempt()).isNull();
        result(16, report(SECOND, ResultStatus.SUCCEEDED));
        assertThat(status().state()).isEqualTo(ExecutionState.RUNNING);
        assertThat(status().why()).isEqualTo("attempt 2 ended SUCCEEDED on worker-2; its outcome follows");
    }

    @Test
    void aFailureThatIsNotRetriedWaitsForItsOutcome() {
        task(0, LANE, FIRST);
        result(1, report(FIRST, ResultStatus.FAILED).withReason("BROKEN", null, null));
        assertThat(status().state()).isEqualTo(ExecutionState.RUNNING);
        assertThat(status().why()).endsWith("its outcome follows");
        assertThat(status().nextAttempt()).isNull();
    }

    @ParameterizedTest
    @EnumSource(OutcomeStatus.class)
    void anOutcomeIsTheLastWordWhateverComesBehind(OutcomeStatus end) {
        task(0, LANE, FIRST);
        outcome(1, end, 1, null);
        result(2, report(FIRST, ResultStatus.STARTED));
        result(3, report(FIRST, ResultStatus.FAILED));
        task(4, LANE, FIRST.redelivered());
        task(5, RELEASED, SECOND);
        task(6, NAMES.delayed(), SECOND);
        event(7, EventType.PROGRESS);
        outcome(8, end == OutcomeStatus.FAILED ? OutcomeStatus.SUCCEEDED : OutcomeStatus.FAILED, 2, null);
        assertThat(status().state().isFinal()).isTrue();
        assertThat(status().why()).isEqualTo("ended " + end + " after 1 attempt");
        assertThat(Objects.requireNonNull(status().outcome()).status()).isEqualTo(end);
        assertThat(status().where()).isEqualTo(new TaskPosition(LANE, 1, 0));
    }

    /** The worker's clock, or the network to it, stood still: the collector has given the attempt up. */
    @Test
    void theSuccessOfALostAttemptChangesNothing() {
        task(0, LANE, FIRST);
        result(1, report(FIRST, ResultStatus.STARTED));
        result(20, report(FIRST, ResultStatus.LOST));
        result(21, report(FIRST, ResultStatus.SUCCEEDED));
        assertThat(status().state()).isEqualTo(ExecutionState.RETRYING);
        assertThat(attempt(status(), 1).status()).isEqualTo(ResultStatus.LOST);
        task(31, RELEASED, SECOND);
        result(32, report(FIRST, ResultStatus.SUCCEEDED));
        isQueuedAs(2);
    }

    /** The retry lies on a broker whose clock is a little behind that of the results' broker. */
    @Test
    void theEndOfAnAttemptThatIsDatedAfterTheNextTaskDoesNotHideThatTask() {
        task(0, LANE, FIRST);
        task(12, RELEASED, SECOND);
        result(13, report(FIRST, ResultStatus.FAILED));
        isQueuedAs(2);
        assertThat(status().task()).isEqualTo(SECOND);
        assertThat(attempt(status(), 1).status()).isEqualTo(ResultStatus.FAILED);
        result(14, report(SECOND, ResultStatus.STARTED));
        assertThat(status().why()).isEqualTo("attempt 2 runs on worker-2");
    }

    @Test
    void aSecondCopyOfATaskIsPassedOver() {
        retriedExecution();
        ExecutionStatus before = status();
        task(20, LANE, FIRST);
        task(21, RELEASED, SECOND);
        task(22, NAMES.delayed(), FIRST.withTimes(at(5_000), null));
        assertThat(status()).isEqualTo(before);
    }

    @Test
    void aCopyOfAnEarlierAttemptIsPassedOverThoughThatOneWasNeverReported() {
        task(0, LANE, FIRST);
        task(12, RELEASED, SECOND);
        task(20, LANE, FIRST);
        isQueuedAs(2);
    }

    @Test
    void anAttemptThatWasHandedBackIsQueuedAgainAndRunsAgain() {
        task(0, LANE, FIRST);
        result(1, report(FIRST, ResultStatus.STARTED));
        result(2, report(FIRST, ResultStatus.HANDED_BACK));
        assertThat(status().state()).isEqualTo(ExecutionState.QUEUED);
        result(4, report(FIRST, ResultStatus.STARTED));
        assertThat(status().state()).isEqualTo(ExecutionState.RUNNING);
        task(5, RELEASED, FIRST.redelivered());
        assertThat(status().state()).isEqualTo(ExecutionState.RUNNING);
        result(6, report(FIRST, ResultStatus.HANDED_BACK));
        task(7, RELEASED, FIRST.redelivered());
        isQueuedAs(1);
        assertThat(status().attempts()).hasSize(1);
    }

    @Test
    void workThatWaitsForItsInstantIsPendingWhereverItLies() {
        task(0, NAMES.delayed(), FIRST.withTimes(at(5_000), null));
        assertThat(status().state()).isEqualTo(ExecutionState.PENDING);
        assertThat(status().why()).isEqualTo("it waits in a timer until " + at(5_000));
        assertThat(status().attempts()).isEmpty();
        records.clear();
        task(0, LANE, FIRST.withTimes(at(1_001), null));
        assertThat(status().state()).isEqualTo(ExecutionState.PENDING);
        assertThat(status().nextAttempt()).isEqualTo(at(1_001));
        records.clear();
        task(0, LANE, FIRST.withTimes(at(1_000), null));
        isQueuedAs(1);
    }

    @Test
    void aTaskThatItsWorkerMovedToTheTimersIsPendingAndQueuedOnceReleased() {
        Task far = FIRST.withTimes(at(500), null);
        task(0, LANE, far);
        task(1, NAMES.delayed(), far);
        assertThat(status().state()).isEqualTo(ExecutionState.PENDING);
        task(500, RELEASED, far);
        isQueuedAs(1);
        assertThat(Objects.requireNonNull(status().where()).topic()).isEqualTo(RELEASED);
    }

    @Test
    void aCancelIsMentionedWhileItIsOpenAndNoOtherCommandIs() {
        task(0, LANE, FIRST);
        Command run = Command.of(CommandKind.RUN_NOW, "bell", at(1), null);
        add(1, NAMES.control(), Kind.COMMAND.encode(run), Map.of());
        assertThat(status().cancelAsked()).isNull();
        Command cancel = Command.of(CommandKind.CANCEL, KEY.toString(), at(2), "no need");
        add(2, NAMES.control(), Kind.COMMAND.encode(cancel), Map.of());
        add(3, NAMES.control(), new byte[] {'{'}, Map.of());
        assertThat(status().why()).endsWith("; cancel requested at " + at(2));
        outcome(4, OutcomeStatus.SUCCEEDED, 1, null);
        assertThat(status().why()).isEqualTo("ended SUCCEEDED after 1 attempt");
        assertThat(status().cancelAsked()).isEqualTo(at(2));
    }

    @Test
    void aSkippedTickHasNoAttempt() {
        Result skipped =
                Result.of(KEY, 1, ResultStatus.SKIPPED).withSkipped(new SkippedRange(SkipReason.PAUSED, T0, at(60), 2));
        result(0, skipped);
        assertThat(status().state()).isEqualTo(ExecutionState.SKIPPED);
        records.clear();
        outcome(1, OutcomeStatus.SKIPPED, 0, skipped);
        assertThat(status().state()).isEqualTo(ExecutionState.SKIPPED);
        assertThat(status().why()).isEqualTo("ended SKIPPED after 0 attempts");
        assertThat(status().attempts()).isEmpty();
    }

    @Test
    void anOutcomeAloneTellsItsLastAttempt() {
        Result last = report(SECOND, ResultStatus.FAILED).withReason("BUSY", "still busy", null);
        outcome(15, OutcomeStatus.FAILED, 2, last.withTask(null));
        assertThat(status().attempts())
                .singleElement()
                .matches(one -> one.number() == 2 && "BUSY".equals(one.code()) && "worker-2".equals(one.worker()));
        assertThat(status().task()).isNull();
        assertThat(status().where()).isNull();
    }

    @Test
    void recordsThatSayNothingOfTheStateGiveNone() {
        add(0, LANE, null, Map.of());
        add(1, LANE, new byte[] {'{'}, Map.of());
        add(2, NAMES.results(), Kind.RESULT.encode(report(FIRST, ResultStatus.SUCCEEDED)), Map.of("kind", "lease"));
        add(3, NAMES.results(), Kind.RESULT.encode(report(FIRST, ResultStatus.LOST)), Map.of("kind", "check"));
        event(4, EventType.LATE);
        add(5, NAMES.deadLetters(), Kind.TASK.encode(FIRST), Map.of());
        add(6, "carillon.unknown", Kind.TASK.encode(FIRST), Map.of());
        add(
                7,
                NAMES.control(),
                Kind.COMMAND.encode(Command.of(CommandKind.CANCEL, KEY.toString(), T0, null)),
                Map.of());
        assertThat(StatusFold.of(KEY, records, NAMES, at(10))).isEmpty();
        assertThat(StatusFold.of(KEY, List.of(), NAMES, at(10))).isEmpty();
    }

    @Test
    void resultsAloneTellTheStateAfterTheTaskWasDeleted() {
        result(2, report(FIRST, ResultStatus.STARTED));
        assertThat(status().state()).isEqualTo(ExecutionState.RUNNING);
        assertThat(status().task()).isEqualTo(FIRST);
        records.clear();
        event(3, EventType.PROGRESS);
        assertThat(status().state()).isEqualTo(ExecutionState.RUNNING);
        assertThat(attempt(status(), 1).worker()).isNull();
    }

    /** Each broker dates its records by its own clock, so those of one topic may be dated before their cause. */
    @Test
    void clocksOfBrokersThatDifferDoNotChangeTheState() {
        Random random = new Random(11);
        for (int i = 0; i < 400; i++) {
            records.clear();
            retriedExecution();
            outcome(15, OutcomeStatus.SUCCEEDED, 2, null);
            int known = 5 + i % 4;
            Map<String, Integer> skew = Map.of(
                    LANE,
                    random.nextInt(13) - 6,
                    RELEASED,
                    random.nextInt(13) - 6,
                    NAMES.results(),
                    random.nextInt(13) - 6,
                    NAMES.events(),
                    random.nextInt(5) - 2,
                    NAMES.outcomes(),
                    random.nextInt(13) - 6);
            List<ReceivedRecord> skewed = new ArrayList<>();
            for (ReceivedRecord one : records.subList(0, known)) {
                Instant appended = one.appended().plusSeconds(skew.getOrDefault(one.topic(), 0));
                skewed.add(stored(
                        one.topic(),
                        1,
                        one.offset(),
                        appended,
                        KEY.toString(),
                        one.value(),
                        one.headers().texts()));
            }
            String expected =
                    switch (known) {
                        case 5 -> "attempt 2 is in ";
                        case 6 -> "attempt 2 runs on worker-2";
                        case 7 -> "attempt 2 ended SUCCEEDED";
                        default -> "ended SUCCEEDED after 2 attempts";
                    };
            assertThat(StatusFold.of(KEY, skewed, NAMES, at(1_000))
                            .orElseThrow()
                            .why())
                    .as("%s records, skew %s", known, skew)
                    .startsWith(expected);
        }
    }
}
