package dev.carillon.collector.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.collector.outcome.Effect;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.StartDeadline;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.IfWorkerDies;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Shards;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkBuilder;
import dev.carillon.schemas.work.WorkerRef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The decision table: what is known × what happens. */
class LedgerTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    private static final ExecutionKey KEY = ExecutionKey.of("report", NOW);
    private static final WorkerRef WORKER = new WorkerRef("w1", "i1");
    private static final Retry RETRY =
            new Retry(2, Duration.ofSeconds(10), 2, Duration.ofMinutes(10), 0, List.of(), List.of("HOPELESS"));
    private static final Task FIRST =
            Task.first(KEY, Origin.TICK, Work.of("demo", RawJson.NULL).withRetry(RETRY));
    private static final Task ANCHORED = StartDeadline.anchored(FIRST, NOW);
    private static final Task SECOND = FIRST.nextAttempt(NOW);
    private static final Task THIRD = SECOND.nextAttempt(NOW);
    private static final QueueList QUEUES = new QueueList(Set.of("default"), NOW);
    private static final CancelRequest CANCEL = new CancelRequest("cancelled by ann: enough");

    // No entry.

    @Test
    void firstEndsWithoutEntryAreOutcomesAtOnce() {
        assertThat(endOf(decide(nothing(), result(FIRST, ResultStatus.SUCCEEDED)))
                        .status())
                .isEqualTo(OutcomeStatus.SUCCEEDED);
        assertThat(endOf(decide(nothing(), result(FIRST, ResultStatus.CANCELLED)))
                        .status())
                .isEqualTo(OutcomeStatus.CANCELLED);
        assertThat(endOf(decide(nothing(), result(FIRST, ResultStatus.EXPIRED))))
                .satisfies(outcome -> {
                    assertThat(outcome.status()).isEqualTo(OutcomeStatus.EXPIRED);
                    assertThat(outcome.code()).isEqualTo(ErrorCode.DEADLINE_PASSED.name());
                    assertThat(outcome.attempts()).isZero();
                });
    }

    @Test
    void aSkippedRangeIsKeptInItsOutcome() {
        SkippedRange range = new SkippedRange(SkipReason.MISSED, NOW, NOW.plusSeconds(60), 13);
        Outcome outcome =
                endOf(decide(nothing(), result(FIRST, ResultStatus.SKIPPED).withSkipped(range)));
        assertThat(outcome.status()).isEqualTo(OutcomeStatus.SKIPPED);
        assertThat(outcome.skipped()).isEqualTo(range);
        assertThat(outcome.attempts()).isZero();
    }

    @Test
    void theOutcomeCarriesTheLastResultWithoutItsTask() {
        Outcome outcome = endOf(decide(nothing(), result(FIRST, ResultStatus.CANCELLED)));
        assertThat(outcome.last()).isNotNull().extracting(Result::task).isNull();
        assertThat(outcome.decidedAt()).isEqualTo(NOW);
    }

    @Test
    void aRetryableEndRestsForItsBackoffFromItsAppendTime() {
        for (ResultStatus status : List.of(ResultStatus.FAILED, ResultStatus.TIMED_OUT, ResultStatus.LOST)) {
            LedgerChange.Open step = opened(decide(nothing(), result(FIRST, status)));
            assertThat(step.entry().phase()).isEqualTo(Phase.RETRYING);
            assertThat(step.entry().attempt()).isEqualTo(2);
            assertThat(step.entry().due()).isEqualTo(NOW.plusSeconds(10));
            assertThat(step.task()).isEqualTo(ANCHORED.nextAttempt(NOW.plusSeconds(10)));
        }
    }

    @Test
    void withoutEntryLaterAttemptsAndClaimedOnesAreLateWhateverIsForgotten() {
        assertThat(decide(nothing(), result(SECOND, ResultStatus.SUCCEEDED)).verdict())
                .isEqualTo(EventVerdict.LATE);
        assertThat(decide(nothing(), result(SECOND, ResultStatus.STARTED)).verdict())
                .isEqualTo(EventVerdict.LATE);
        Decision claimed =
                decide(nothing(), new LedgerEvent.ResultRead(result(FIRST, ResultStatus.SUCCEEDED), true, NOW));
        assertThat(claimed.verdict()).isEqualTo(EventVerdict.LATE);
        assertThat(claimed.effects()).singleElement().isInstanceOf(Effect.Tell.class);
        assertThat(claimed.change()).isInstanceOf(LedgerChange.Stay.class);
    }

    @Test
    void aFirstAttemptThatEndsAgainWithinTheHourIsARepeatAndAfterItANewExecution() {
        KnownExecution closed = new KnownExecution(
                KEY, null, null, new ClosedExecution(NOW.minus(Duration.ofMinutes(59))), null, QUEUES);
        for (ResultStatus status : List.of(ResultStatus.SUCCEEDED, ResultStatus.FAILED, ResultStatus.STARTED)) {
            assertThat(decide(closed, result(FIRST, status)).verdict()).isEqualTo(EventVerdict.DUPLICATE);
        }
        KnownExecution hourAgo =
                new KnownExecution(KEY, null, null, new ClosedExecution(NOW.minus(Duration.ofHours(1))), null, QUEUES);
        assertThat(endOf(decide(hourAgo, result(FIRST, ResultStatus.SUCCEEDED))).status())
                .isEqualTo(OutcomeStatus.SUCCEEDED);
    }

    @Test
    void aFailureWithoutItsTaskIsTheEnd() {
        Decision decision = decide(nothing(), result(FIRST, ResultStatus.FAILED).withTask(null));
        assertThat(endOf(decision).status()).isEqualTo(OutcomeStatus.FAILED);
        assertThat(causeOf(decision)).isEqualTo(ErrorCode.MISSING_FIELD);
    }

    // Retry rules.

    @Test
    void theLastAttemptOfAllEndsExhausted() {
        Decision decision = decide(queued(THIRD), result(THIRD, ResultStatus.FAILED));
        assertThat(endOf(decision)).satisfies(outcome -> {
            assertThat(outcome.status()).isEqualTo(OutcomeStatus.FAILED);
            assertThat(outcome.attempts()).isEqualTo(3);
            assertThat(outcome.code()).isEqualTo(ErrorCode.HANDLER_FAILED.name());
        });
        assertThat(causeOf(decision)).isEqualTo(ErrorCode.EXHAUSTED);
    }

    @Test
    void codesThatAreGivenUpOnOrNotListedEndTheExecution() {
        Decision hopeless = decide(nothing(), result(FIRST, ResultStatus.FAILED).withReason("HOPELESS", "no", null));
        assertThat(causeOf(hopeless)).isEqualTo(ErrorCode.RETRIES_GIVEN_UP);
        Retry onlyBusy = new Retry(2, RETRY.delay(), 2, RETRY.maxDelay(), 0, List.of("BUSY"), List.of());
        Task picky = FIRST.withWork(FIRST.work().withRetry(onlyBusy));
        assertThat(causeOf(decide(nothing(), result(picky, ResultStatus.FAILED))))
                .isEqualTo(ErrorCode.RETRIES_GIVEN_UP);
        assertThat(decide(nothing(), result(picky, ResultStatus.FAILED).withReason("BUSY", null, null))
                        .verdict())
                .isEqualTo(EventVerdict.RETRYING);
    }

    @Test
    void workThatMustNotRunTwiceIsNotRetriedWhenNobodyKnowsHowFarItCame() {
        Task once = FIRST.withWork(FIRST.work().withIfWorkerDies(IfWorkerDies.FAIL));
        Decision lost = decide(running(once), new LedgerEvent.WorkerSilent(WORKER, NOW));
        assertThat(endOf(lost).code()).isEqualTo(ErrorCode.WORKER_LOST.name());
        assertThat(endOf(lost).status()).isEqualTo(OutcomeStatus.FAILED);
        Decision drained = decide(
                running(once), result(once, ResultStatus.FAILED).withReason(ErrorCode.DRAINED.name(), null, null));
        assertThat(endOf(drained).code()).isEqualTo(ErrorCode.DRAINED.name());
        assertThat(decide(running(once), result(once, ResultStatus.FAILED)).verdict())
                .isEqualTo(EventVerdict.RETRYING);
    }

    @Test
    void aRetryThatCouldOnlyStartAfterTheDeadlineExpiresAtOnce() {
        Task task = FIRST.withTimes(null, NOW.plusSeconds(9));
        Outcome outcome = endOf(decide(nothing(), result(task, ResultStatus.FAILED)));
        assertThat(outcome.status()).isEqualTo(OutcomeStatus.EXPIRED);
        assertThat(outcome.attempts()).isEqualTo(1);
        Task later = FIRST.withTimes(null, NOW.plusSeconds(10));
        assertThat(decide(nothing(), result(later, ResultStatus.FAILED)).verdict())
                .isEqualTo(EventVerdict.RETRYING);
    }

    @Test
    void theDefaultDeadlineIsReckonedOnceAndNotAnewWithEachRetry() {
        Task second =
                opened(decide(nothing(), result(FIRST, ResultStatus.FAILED))).task();
        assertThat(second).isNotNull();
        assertThat(second.deadline()).isEqualTo(ANCHORED.deadline());
        Instant later = NOW.plus(Duration.ofDays(5));
        LedgerEvent failure = new LedgerEvent.ResultRead(result(second, ResultStatus.FAILED), false, later);
        Task third = opened(Ledger.decide(queued(second), failure, later)).task();
        assertThat(third).isNotNull().extracting(Task::deadline).isEqualTo(ANCHORED.deadline());
        LedgerEvent tooLate =
                new LedgerEvent.ResultRead(result(second, ResultStatus.FAILED), false, NOW.plus(Duration.ofDays(6)));
        assertThat(endOf(Ledger.decide(queued(second), tooLate, later)).status())
                .isEqualTo(OutcomeStatus.EXPIRED);
    }

    // An open entry.

    @Test
    void wordsOnAttemptsBelowTheEntrysAreLateAndOnesAboveItAreStray() {
        assertThat(decide(queued(SECOND), result(FIRST, ResultStatus.SUCCEEDED)).verdict())
                .isEqualTo(EventVerdict.LATE);
        assertThat(decide(queued(SECOND), result(THIRD, ResultStatus.SUCCEEDED)).verdict())
                .isEqualTo(EventVerdict.STRAY);
        assertThat(decide(waiting(Phase.RETRYING, SECOND), result(SECOND, ResultStatus.SUCCEEDED))
                        .verdict())
                .isEqualTo(EventVerdict.STRAY);
    }

    @Test
    void anEarlierDeliverysFailureIsLateButItsSuccessCounts() {
        Task again = FIRST.redelivered();
        assertThat(decide(queued(again), result(FIRST, ResultStatus.FAILED)).verdict())
                .isEqualTo(EventVerdict.LATE);
        assertThat(endOf(decide(queued(again), result(FIRST, ResultStatus.SUCCEEDED)))
                        .status())
                .isEqualTo(OutcomeStatus.SUCCEEDED);
    }

    @Test
    void aResultOfATaskThatStillWaitsHereEndsIt() {
        assertThat(endOf(decide(waiting(Phase.PENDING, FIRST), result(FIRST, ResultStatus.SUCCEEDED)))
                        .status())
                .isEqualTo(OutcomeStatus.SUCCEEDED);
    }

    @Test
    void aHandedBackAttemptIsReleasedAgainAndSpendsNone() {
        for (KnownExecution known : List.of(nothing(), queued(FIRST), running(FIRST))) {
            Decision decision = decide(known, result(FIRST, ResultStatus.HANDED_BACK));
            assertThat(decision.effects()).containsExactly(new Effect.Release(ANCHORED.redelivered()));
            assertThat(opened(decision).entry().delivery()).isEqualTo(2);
            assertThat(opened(decision).entry().attempt()).isEqualTo(1);
        }
    }

    @Test
    void aClaimedAttemptsEndIsTakenOnlyFromWhoHoldsTheClaim() {
        Task again = FIRST.redelivered();
        for (ResultStatus status :
                List.of(ResultStatus.HANDED_BACK, ResultStatus.FAILED, ResultStatus.CANCELLED, ResultStatus.EXPIRED)) {
            Result own = result(FIRST, status).withRun(WORKER, AttemptTimes.NONE, null);
            Result others = own.withRun(new WorkerRef("w1", "i2"), AttemptTimes.NONE, null);
            Result earlier = result(FIRST, status).withRun(WORKER, AttemptTimes.NONE, null);
            assertThat(claimed(running(FIRST), own).verdict()).isNotEqualTo(EventVerdict.LATE);
            assertThat(claimed(running(FIRST), others).verdict()).isEqualTo(EventVerdict.LATE);
            assertThat(claimed(running(again), earlier).verdict()).isEqualTo(EventVerdict.LATE);
            assertThat(claimed(queued(FIRST), own).verdict()).isEqualTo(EventVerdict.LATE);
            assertThat(claimed(waiting(Phase.PENDING, FIRST), own).verdict()).isEqualTo(EventVerdict.LATE);
            assertThat(claimed(nothing(), own).verdict()).isEqualTo(EventVerdict.LATE);
        }
        Result success = result(FIRST, ResultStatus.SUCCEEDED);
        assertThat(endOf(claimed(queued(FIRST), success)).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    }

    @Test
    void aClaimHandedBackByItsHolderReleasesTheNextDelivery() {
        Result handed = result(FIRST, ResultStatus.HANDED_BACK).withRun(WORKER, AttemptTimes.NONE, null);
        Decision decision = claimed(running(FIRST), handed);
        assertThat(opened(decision).entry()).satisfies(entry -> {
            assertThat(entry.phase()).isEqualTo(Phase.QUEUED);
            assertThat(entry.attempt()).isEqualTo(1);
            assertThat(entry.delivery()).isEqualTo(2);
        });
        assertThat(claimed(with(opened(decision).entry(), null, null), handed).verdict())
                .isEqualTo(EventVerdict.LATE);
    }

    // Claims.

    @Test
    void aClaimKeepsItsTaskAndAnotherWorkersClaimTakesOver() {
        Result claim = result(FIRST, ResultStatus.STARTED).withRun(WORKER, AttemptTimes.NONE, null);
        assertThat(opened(decide(nothing(), claim)).entry().worker()).isEqualTo(WORKER);
        assertThat(opened(decide(queued(FIRST), claim)).task()).isEqualTo(FIRST);
        assertThat(decide(running(FIRST), claim).verdict()).isEqualTo(EventVerdict.DUPLICATE);
        WorkerRef other = new WorkerRef("w1", "i2");
        Result taken = claim.withRun(other, AttemptTimes.NONE, null);
        assertThat(opened(decide(running(FIRST), taken)).entry().worker()).isEqualTo(other);
    }

    @Test
    void aSilentWorkersAttemptIsLostAndRetried() {
        Decision decision = decide(running(FIRST), new LedgerEvent.WorkerSilent(WORKER, NOW));
        assertThat(opened(decision).entry().attempt()).isEqualTo(2);
        WorkerRef other = new WorkerRef("w1", "i2");
        assertThat(decide(running(FIRST), new LedgerEvent.WorkerSilent(other, NOW))
                        .verdict())
                .isEqualTo(EventVerdict.NOTHING);
    }

    // Delays.

    @Test
    void aTaskOfTheFutureWaitsAndADueOneIsReleasedAtOnce() {
        Task far = FIRST.withTimes(NOW.plusSeconds(90), null);
        assertThat(opened(decide(nothing(), new LedgerEvent.TaskDelayed(far, NOW)))
                        .entry())
                .satisfies(entry -> {
                    assertThat(entry.phase()).isEqualTo(Phase.PENDING);
                    assertThat(entry.due()).isEqualTo(NOW.plusSeconds(90));
                });
        assertThat(decide(nothing(), new LedgerEvent.TaskDelayed(FIRST, NOW)).effects())
                .containsExactly(new Effect.Release(FIRST));
    }

    @Test
    void theSameTaskDelayedTwiceWaitsOnce() {
        assertThat(decide(waiting(Phase.PENDING, FIRST), new LedgerEvent.TaskDelayed(FIRST, NOW))
                        .verdict())
                .isEqualTo(EventVerdict.DUPLICATE);
    }

    @Test
    void aTaskThatWorkersReturnRestsLongerEachTime() {
        KnownExecution known = queued(FIRST);
        for (long rest : new long[] {1, 2, 4, 8, 16, 32, 64, 64}) {
            Entry entry = opened(decide(known, new LedgerEvent.TaskDelayed(FIRST, NOW)))
                    .entry();
            assertThat(entry.due()).isEqualTo(NOW.plusSeconds(rest));
            Decision fired = decide(with(entry, FIRST, null), new LedgerEvent.TimerFired(NOW.plusSeconds(rest)));
            known = with(opened(fired).entry(), null, null);
        }
    }

    @Test
    void aRestingTaskOfAnAttemptOrDeliveryThatWasNeverReleasedIsPutAside() {
        for (Task made : List.of(SECOND, FIRST.redelivered())) {
            Decision decision = decide(nothing(), new LedgerEvent.TaskDelayed(made, NOW));
            assertThat(decision.change()).isInstanceOf(LedgerChange.Stay.class);
            assertThat(decision.effects()).singleElement().isInstanceOfSatisfying(Effect.PutAside.class, aside -> {
                assertThat(aside.cause()).isEqualTo(ErrorCode.OUT_OF_RANGE);
                assertThat(aside.message()).contains(made.attempt() > 1 ? "attempt" : "delivery", "2");
            });
        }
        assertThat(decide(queued(FIRST), new LedgerEvent.TaskDelayed(SECOND, NOW))
                        .effects())
                .singleElement()
                .isInstanceOf(Effect.PutAside.class);
    }

    @Test
    void aLaterAttemptThatWorkersReturnRestsAndAfterItsOutcomeIsLate() {
        assertThat(decide(queued(SECOND), new LedgerEvent.TaskDelayed(SECOND, NOW))
                        .verdict())
                .isEqualTo(EventVerdict.WAITING);
        KnownExecution closed =
                new KnownExecution(KEY, null, null, new ClosedExecution(NOW.minusSeconds(60)), null, QUEUES);
        assertThat(decide(closed, new LedgerEvent.TaskDelayed(SECOND, NOW)).verdict())
                .isEqualTo(EventVerdict.LATE);
    }

    @Test
    void shardsAreRefusedAndNotIgnored() {
        Work work = FIRST.work();
        Work sharded = WorkBuilder.builder(work)
                .shards(new Shards(3, Shards.Need.ALL))
                .name(null)
                .build();
        Decision decision = decide(nothing(), new LedgerEvent.TaskDelayed(FIRST.withWork(sharded), NOW));
        assertThat(endOf(decision).code()).isEqualTo(ErrorCode.NOT_SUPPORTED_YET.name());
        assertThat(causeOf(decision)).isEqualTo(ErrorCode.NOT_SUPPORTED_YET);
    }

    @Test
    void aTimerReleasesItsTaskUnlessItsDeadlineHasPassed() {
        Decision released = decide(waiting(Phase.RETRYING, SECOND), new LedgerEvent.TimerFired(NOW));
        assertThat(released.effects()).containsExactly(new Effect.Release(SECOND));
        assertThat(opened(released).entry().phase()).isEqualTo(Phase.QUEUED);
        Task late = SECOND.withTimes(NOW, NOW.minusSeconds(1));
        Outcome outcome = endOf(decide(waiting(Phase.RETRYING, late), new LedgerEvent.TimerFired(NOW)));
        assertThat(outcome.status()).isEqualTo(OutcomeStatus.EXPIRED);
        assertThat(outcome.attempts()).isEqualTo(1);
    }

    @Test
    void aTimerThatTheEntryNoLongerKnowsDoesNothing() {
        assertThat(decide(waiting(Phase.RETRYING, SECOND), new LedgerEvent.TimerFired(NOW.minusMillis(1)))
                        .verdict())
                .isEqualTo(EventVerdict.NOTHING);
        assertThat(decide(nothing(), new LedgerEvent.TimerFired(NOW)).verdict()).isEqualTo(EventVerdict.NOTHING);
    }

    @Test
    void aQueueIsUnknownOnlyByAListThatIsNewEnough() {
        Task lost = FIRST.withWork(FIRST.work().withQueue("gone"));
        KnownExecution freshList = known(null, null, null, new QueueList(Set.of("default"), NOW));
        Decision refused = decide(freshList, new LedgerEvent.TaskDelayed(lost, NOW));
        assertThat(endOf(refused).code()).isEqualTo(ErrorCode.UNKNOWN_QUEUE.name());
        assertThat(causeOf(refused)).isEqualTo(ErrorCode.UNKNOWN_QUEUE);
        KnownExecution oldList = known(null, null, null, new QueueList(Set.of("default"), NOW.minusSeconds(5)));
        Decision waits = decide(oldList, new LedgerEvent.TaskDelayed(lost, NOW));
        assertThat(waits.verdict()).isEqualTo(EventVerdict.UNSURE_OF_QUEUE);
        assertThat(opened(waits).entry().due()).isEqualTo(NOW.plus(QueueList.REST));
    }

    @Test
    void aReleasedTaskThatNobodyTookIsAskedAfterOnceItsDeadlineIsWellPast() {
        Task task = FIRST.withTimes(null, NOW.plusSeconds(30));
        Entry queued = opened(decide(nothing(), new LedgerEvent.TaskDelayed(task, NOW)))
                .entry();
        assertThat(queued.due()).isEqualTo(NOW.plusSeconds(90));
        Decision asked = decide(with(queued, null, null), new LedgerEvent.TimerFired(NOW.plusSeconds(90)));
        assertThat(asked.effects()).singleElement().isInstanceOf(Effect.Ask.class);
        Decision expired = decide(with(queued, null, null), new LedgerEvent.DeadlineChecked(1, NOW));
        assertThat(endOf(expired).status()).isEqualTo(OutcomeStatus.EXPIRED);
        assertThat(decide(running(FIRST), new LedgerEvent.DeadlineChecked(1, NOW))
                        .verdict())
                .isEqualTo(EventVerdict.NOTHING);
    }

    // Cancel.

    @Test
    void whatWaitsInATimerIsCancelledAtOnce() {
        for (Task task : List.of(FIRST, SECOND)) {
            Phase phase = task.attempt() == 1 ? Phase.PENDING : Phase.RETRYING;
            KnownExecution known = with(waiting(phase, task).open(), task, CANCEL);
            Outcome outcome = endOf(decide(known, new LedgerEvent.CancelAsked()));
            assertThat(outcome.status()).isEqualTo(OutcomeStatus.CANCELLED);
            assertThat(outcome.message()).isEqualTo("cancelled by ann: enough");
            assertThat(outcome.attempts()).isEqualTo(task.attempt() - 1);
        }
    }

    @Test
    void whatIsWithTheWorkersIsCancelledByTheirAnswer() {
        for (KnownExecution known : List.of(queued(FIRST), running(FIRST), nothing())) {
            KnownExecution cancelled = with(known.open(), known.task(), CANCEL);
            assertThat(decide(cancelled, new LedgerEvent.CancelAsked()).verdict())
                    .isEqualTo(EventVerdict.NOTHING);
            assertThat(endOf(decide(cancelled, result(FIRST, ResultStatus.FAILED)))
                            .status())
                    .isEqualTo(OutcomeStatus.CANCELLED);
            assertThat(endOf(decide(cancelled, result(FIRST, ResultStatus.HANDED_BACK)))
                            .status())
                    .isEqualTo(OutcomeStatus.CANCELLED);
        }
        KnownExecution lost = with(running(FIRST).open(), FIRST, CANCEL);
        assertThat(endOf(decide(lost, new LedgerEvent.WorkerSilent(WORKER, NOW)))
                        .status())
                .isEqualTo(OutcomeStatus.CANCELLED);
    }

    @Test
    void anEndForGoodStandsAgainstACancel() {
        KnownExecution cancelled = with(queued(THIRD).open(), null, CANCEL);
        assertThat(endOf(decide(cancelled, result(THIRD, ResultStatus.SUCCEEDED)))
                        .status())
                .isEqualTo(OutcomeStatus.SUCCEEDED);
        assertThat(endOf(decide(cancelled, result(THIRD, ResultStatus.FAILED))).status())
                .isEqualTo(OutcomeStatus.FAILED);
    }

    @Test
    void aCancelHoldsWhereTheWorkerFellSilentThoughNoRetryWasLeft() {
        Task once = FIRST.withWork(FIRST.work().withIfWorkerDies(IfWorkerDies.FAIL));
        for (Task task : List.of(THIRD, once)) {
            KnownExecution known = with(running(task).open(), task, CANCEL);
            Decision decision = decide(known, new LedgerEvent.WorkerSilent(WORKER, NOW));
            assertThat(endOf(decision).status()).isEqualTo(OutcomeStatus.CANCELLED);
            assertThat(decision.effects()).hasSize(1);
        }
    }

    @Test
    void aCancelHoldsWhereNobodyTookTheTaskBeforeItsDeadline() {
        KnownExecution known = with(queued(SECOND).open(), null, CANCEL);
        Outcome outcome = endOf(decide(known, new LedgerEvent.DeadlineChecked(2, NOW)));
        assertThat(outcome.status()).isEqualTo(OutcomeStatus.CANCELLED);
        assertThat(outcome.attempts()).isEqualTo(1);
    }

    @Test
    void aTaskThatWasCancelledBeforeItCameToRestNeverWaits() {
        Decision decision = decide(with(null, null, CANCEL), new LedgerEvent.TaskDelayed(FIRST, NOW));
        assertThat(endOf(decision).status()).isEqualTo(OutcomeStatus.CANCELLED);
    }

    // Limits.

    @Test
    void whatCannotBeWrittenEndsInsteadOfStoppingThePartition() {
        ContractException tooLarge =
                new ContractException(ErrorCode.RECORD_TOO_LARGE, "task", "is too large", "make it smaller");
        Decision decision = Ledger.unencodable(queued(SECOND), tooLarge, NOW);
        assertThat(endOf(decision).attempts()).isEqualTo(2);
        assertThat(causeOf(decision)).isEqualTo(ErrorCode.RECORD_TOO_LARGE);
    }

    // Words.

    private static KnownExecution known(
            @Nullable Entry open, @Nullable Task task, @Nullable CancelRequest cancel, QueueList queues) {
        return new KnownExecution(KEY, open, task, null, cancel, queues);
    }

    private static KnownExecution with(@Nullable Entry open, @Nullable Task task, @Nullable CancelRequest cancel) {
        return known(open, task, cancel, QUEUES);
    }

    private static KnownExecution nothing() {
        return with(null, null, null);
    }

    private static KnownExecution queued(Task task) {
        return with(
                new Entry(Phase.QUEUED, task.attempt(), task.delivery(), 0, NOW.plusSeconds(600), null, null),
                null,
                null);
    }

    private static KnownExecution waiting(Phase phase, Task task) {
        return with(new Entry(phase, task.attempt(), task.delivery(), 0, NOW, NOW, null), task, null);
    }

    private static KnownExecution running(Task task) {
        return with(new Entry(Phase.RUNNING, task.attempt(), task.delivery(), 0, null, null, WORKER), task, null);
    }

    private static Result result(Task task, ResultStatus status) {
        Result result = Result.of(KEY, task.attempt(), status);
        return status == ResultStatus.SUCCEEDED || status == ResultStatus.SKIPPED ? result : result.withTask(task);
    }

    private static Decision claimed(KnownExecution known, Result result) {
        return decide(known, new LedgerEvent.ResultRead(result, true, NOW));
    }

    private static Decision decide(KnownExecution known, Result result) {
        return decide(known, new LedgerEvent.ResultRead(result, false, NOW));
    }

    private static Decision decide(KnownExecution known, LedgerEvent event) {
        return Ledger.decide(known, event, NOW);
    }

    private static LedgerChange.Open opened(Decision decision) {
        assertThat(decision.change()).isInstanceOf(LedgerChange.Open.class);
        return (LedgerChange.Open) decision.change();
    }

    private static Outcome endOf(Decision decision) {
        assertThat(decision.verdict()).isEqualTo(EventVerdict.ENDED);
        assertThat(decision.change()).isInstanceOf(LedgerChange.Close.class);
        return decision.effects().stream()
                .filter(Effect.Final.class::isInstance)
                .map(word -> ((Effect.Final) word).outcome())
                .findFirst()
                .orElseThrow();
    }

    private static ErrorCode causeOf(Decision decision) {
        return decision.effects().stream()
                .filter(Effect.Bury.class::isInstance)
                .map(word -> ((Effect.Bury) word).cause())
                .findFirst()
                .orElseThrow();
    }
}
