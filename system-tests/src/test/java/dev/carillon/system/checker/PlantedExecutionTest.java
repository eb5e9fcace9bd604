package dev.carillon.system.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Guarantee;
import dev.carillon.system.checker.finding.Report;
import dev.carillon.system.checker.seen.SeenRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One submitted execution that fails twice and then succeeds, with planted faults. */
final class PlantedExecutionTest {
    private static final Instant T = Instant.parse("2026-11-18T06:00:00.123Z");
    private static final Duration DELAY = Duration.ofSeconds(10);
    private static final Retry TWO_RETRIES = new Retry(2, DELAY, 2.0, Duration.ofMinutes(10), 0, List.of(), List.of());

    private static final WorkerRef WORKER = new WorkerRef("worker-1", "incarnation-1");

    private final WrittenRun run = new WrittenRun(T);
    private final Task first = Task.first(
            ExecutionKey.of("job", T),
            Origin.SUBMITTED,
            Work.of("flaky", RawJson.NULL).withRetry(TWO_RETRIES));
    private final String key = "job:" + T;

    /** The attempt is released when due, runs at once and takes 100 ms; the next backoff counts from its end. */
    private Instant attempt(Task task, Instant due, ResultStatus status) {
        if (task.attempt() == 1) {
            run.task(due, task);
        } else {
            run.released(due, task);
        }
        run.result(due.plusMillis(100), task, status, due);
        return due.plusMillis(100);
    }

    private Instant failedTwice() {
        Instant end = attempt(first, T, ResultStatus.FAILED);
        Instant due = end.plus(DELAY);
        return attempt(first.nextAttempt(due), due, ResultStatus.FAILED);
    }

    private Task third(Instant due) {
        return first.nextAttempt(due).nextAttempt(due);
    }

    @Test
    void threeAttemptsWithTheirBackoffsAreClean() {
        Instant due = failedTwice().plus(DELAY.multipliedBy(2));
        attempt(third(due), due, ResultStatus.SUCCEEDED);
        run.outcome(due.plusSeconds(1), key, OutcomeStatus.SUCCEEDED, 3);
        Report report = run.checked();
        assertThat(report.isClean()).as(report.toString()).isTrue();
        assertThat(report.counts())
                .containsEntry(CountNames.ATTEMPTS, 3L)
                .containsEntry(CountNames.RETRIES, 2L)
                .containsEntry(CountNames.STARTS, 3L);
    }

    @Test
    void gapInTheAttemptsIsFound() {
        Instant end = attempt(first, T, ResultStatus.FAILED);
        Instant due = end.plusSeconds(40);
        attempt(third(due), due, ResultStatus.SUCCEEDED);
        run.outcome(due.plusSeconds(1), key, OutcomeStatus.SUCCEEDED, 3);
        assertThat(run.checked().of(Guarantee.G6)).asString().contains("has attempt 3, but no attempt 2");
    }

    @Test
    void retryAfterAClaimNeedsProofThatItsWorkerIsSilent() {
        run.task(T, first);
        run.claim(T.plusMillis(10), first, WORKER);
        run.check(T.plusSeconds(3), key, WORKER);
        run.lease(T.plusSeconds(4), WORKER);
        run.check(T.plusSeconds(13), key, WORKER);
        Task second = first.nextAttempt(T.plusSeconds(30));
        attempt(second, T.plusSeconds(30), ResultStatus.SUCCEEDED);
        run.outcome(T.plusSeconds(31), key, OutcomeStatus.SUCCEEDED, 2);
        assertThat(run.checked().of(Guarantee.G6)).asString().contains("attempt 1 did not end retryably");
        run.check(T.plusSeconds(23), key, WORKER);
        assertThat(run.checked().violations()).isEmpty();
    }

    @Test
    void attemptAfterASuccessIsFound() {
        Instant end = attempt(first, T, ResultStatus.SUCCEEDED);
        Instant due = end.plus(DELAY);
        attempt(first.nextAttempt(due), due, ResultStatus.SUCCEEDED);
        run.outcome(due.plusSeconds(1), key, OutcomeStatus.SUCCEEDED, 2);
        assertThat(run.checked().of(Guarantee.G6)).asString().contains("attempt 1 did not end retryably");
    }

    @Test
    void earlyRetryIsFound() {
        Instant due = failedTwice().plus(DELAY); // The second backoff is twice as long.
        attempt(third(due), due, ResultStatus.SUCCEEDED);
        run.outcome(due.plusSeconds(1), key, OutcomeStatus.SUCCEEDED, 3);
        assertThat(run.checked().of(Guarantee.G6)).hasSize(2).asString().contains("but its backoff ends at");
    }

    @Test
    void oneAttemptTooManyIsFound() {
        Instant due = failedTwice().plus(DELAY.multipliedBy(2));
        Instant end = attempt(third(due), due, ResultStatus.FAILED);
        Instant last = end.plus(DELAY.multipliedBy(4));
        attempt(third(last).nextAttempt(last), last, ResultStatus.SUCCEEDED);
        run.outcome(last.plusSeconds(1), key, OutcomeStatus.SUCCEEDED, 4);
        assertThat(run.checked().of(Guarantee.G6)).singleElement().asString().contains("only 2 retries");
    }

    @Test
    void retryReleasedTwiceIsFound() {
        Instant due = failedTwice().plus(DELAY.multipliedBy(2));
        attempt(third(due), due, ResultStatus.SUCCEEDED);
        run.released(due.plusMillis(5), third(due));
        run.outcome(due.plusSeconds(1), key, OutcomeStatus.SUCCEEDED, 3);
        assertThat(run.checked().of(Guarantee.G6)).singleElement().asString().contains("was released twice");
    }

    @Test
    void attemptThatRanTwiceIsFound() {
        run.succeeded(T, first);
        run.result(T.plusSeconds(1), first, ResultStatus.SUCCEEDED, T.plusMillis(900));
        assertThat(run.checked().of(Guarantee.G5)).singleElement().asString().contains("attempt 1 ended 2 times");
    }

    @Test
    void sameRecordTwiceIsFineWhenItGaveOneRun() {
        run.succeeded(T, first);
        run.task(T.plusMillis(1), first);
        assertThat(run.checked().violations()).isEmpty();
    }

    @Test
    void lostOutcomeIsFound() {
        attempt(first, T, ResultStatus.SUCCEEDED);
        assertThat(run.checked().of(Guarantee.G4)).singleElement().asString().contains(key + " has no outcome");
        Report cutOff = new Checker(CheckerOptions.oneMachine().allowingOpen()).check(run.run());
        assertThat(cutOff.isClean()).isTrue();
        assertThat(cutOff.count(CountNames.STILL_OPEN)).isEqualTo(1);
    }

    @Test
    void doubledOutcomeIsFound() {
        run.succeeded(T, first);
        run.outcome(T.plusSeconds(1), key, OutcomeStatus.SUCCEEDED, 1);
        assertThat(run.checked().of(Guarantee.G4)).singleElement().asString().contains("has 2 outcomes");
    }

    @Test
    void aSuccessThatItsWorkerSettledIsClean() {
        run.task(T, first);
        run.settled(T.plusMillis(50), first, ResultStatus.SUCCEEDED);
        Report report = run.checked();
        assertThat(report.isClean()).as(report.toString()).isTrue();
        assertThat(report.counts()).containsEntry(CountNames.SETTLED, 1L);
    }

    @Test
    void anOutcomeOfTheCollectorBesideASettledOneIsFound() {
        run.task(T, first);
        run.settled(T.plusMillis(50), first, ResultStatus.SUCCEEDED);
        run.outcome(T.plusSeconds(1), key, OutcomeStatus.SUCCEEDED, 1);
        assertThat(run.checked().of(Guarantee.G4))
                .singleElement()
                .asString()
                .contains("has 2 outcomes", "its worker settled it");
    }

    @Test
    void twoSettledOutcomesAreFound() {
        run.task(T, first);
        run.settled(T.plusMillis(50), first, ResultStatus.SUCCEEDED);
        run.settled(T.plusMillis(60), first, ResultStatus.SUCCEEDED);
        assertThat(run.checked().of(Guarantee.G4)).asString().contains("has 2 outcomes", "was settled 2 times");
    }

    @Test
    void anOutcomeThatNoWorkerMayWriteIsFound() {
        run.task(T, first);
        run.settled(T.plusMillis(50), first, ResultStatus.FAILED);
        assertThat(run.checked().of(Guarantee.G4)).asString().contains("but it is FAILED of attempt 1");
    }

    @Test
    void aRetryThatItsWorkerSettledIsFound() {
        Instant due = attempt(first, T, ResultStatus.FAILED).plus(DELAY);
        Task second = first.nextAttempt(due);
        run.released(due, second);
        run.settled(due.plusMillis(50), second, ResultStatus.SUCCEEDED);
        assertThat(run.checked().of(Guarantee.G4)).singleElement().asString().contains("SUCCEEDED of attempt 2");
    }

    @Test
    void aClaimedAttemptThatItsWorkerSettledIsFound() {
        run.task(T, first);
        run.claim(T.plusMillis(10), first, WORKER);
        run.settled(T.plusMillis(50), first, ResultStatus.SUCCEEDED);
        assertThat(run.checked().of(Guarantee.G4)).singleElement().asString().contains("but it was claimed");
    }

    @Test
    void aReleasedTaskThatItsWorkerSettledIsFound() {
        run.released(T, first);
        run.settled(T.plusMillis(50), first, ResultStatus.SUCCEEDED);
        assertThat(run.checked().of(Guarantee.G4)).singleElement().asString().contains("no first delivery of it is in");
    }

    @Test
    void outcomeWithoutExecutionIsFound() {
        run.succeeded(T, first);
        run.outcome(T, "ghost:" + T, OutcomeStatus.CANCELLED, 0);
        assertThat(run.checked().of(Guarantee.G4)).singleElement().asString().contains("no task and no skipped tick");
    }

    @Test
    void outcomeThatNoResultSupportsIsFound() {
        attempt(first, T, ResultStatus.FAILED);
        run.outcome(T, key, OutcomeStatus.SUCCEEDED, 1);
        assertThat(run.checked().of(Guarantee.G4)).singleElement().asString().contains("the results say otherwise");
    }

    @Test
    void failureWithoutDeadLetterIsFound() {
        Instant due = failedTwice().plus(DELAY.multipliedBy(2));
        Instant end = attempt(third(due), due, ResultStatus.FAILED);
        run.outcome(end, key, OutcomeStatus.FAILED, 3);
        assertThat(run.checked().of(Guarantee.G4)).singleElement().asString().contains("0 dead letters");
        run.append(run.names.deadLetters(), end, key, null, Map.of(Headers.CAUSE, ErrorCode.EXHAUSTED.name()));
        assertThat(run.checked().violations()).isEmpty();
    }

    @Test
    void failureOfATaskThatOutgrewItsLimitNeedsItsDeadLetterToo() {
        attempt(first, T, ResultStatus.FAILED);
        run.outcome(T, key, OutcomeStatus.FAILED, 1);
        assertThat(run.checked().of(Guarantee.G4)).singleElement().asString().contains("0 dead letters");
        run.append(run.names.deadLetters(), T, key, null, Map.of(Headers.CAUSE, ErrorCode.RECORD_TOO_LARGE.name()));
        assertThat(run.checked().of(Guarantee.G4)).isEmpty();
    }

    @Test
    void poisonThatNobodyPutAsideIsFound() {
        run.succeeded(T, first);
        byte[] garbage = "garbage".getBytes(StandardCharsets.UTF_8);
        SeenRecord poison = run.append(run.names.tasks("default", Priority.NORMAL), T, null, garbage, Map.of());
        assertThat(run.checked().of(Guarantee.G8)).singleElement().asString().contains("has 0 dead letters");
        run.dead(T, poison, ErrorCode.BAD_JSON);
        assertThat(run.checked().violations()).isEmpty();
    }

    @Test
    void handMadeTaskGoesByItsPosition() {
        byte[] value = "{\"taskId\":\"hand\",\"type\":\"x\",\"payload\":1}".getBytes(StandardCharsets.UTF_8);
        run.append(run.names.tasks("default", Priority.NORMAL), T, null, value, Map.of());
        assertThat(run.checked().of(Guarantee.G4))
                .singleElement()
                .asString()
                .contains("hand:" + T + "~default.normal-0-0 has no outcome");
    }

    @Test
    void backoffGrowsUpToItsCapAndJitterShortensIt() {
        Retry retry = new Retry(9, DELAY, 3.0, Duration.ofSeconds(60), 0.5, List.of(), List.of());
        assertThat(AttemptCheck.shortest(retry, 1)).isEqualTo(Duration.ofSeconds(5));
        assertThat(AttemptCheck.shortest(retry, 2)).isEqualTo(Duration.ofSeconds(15));
        assertThat(AttemptCheck.shortest(retry, 3)).isEqualTo(Duration.ofSeconds(30));
    }
}
