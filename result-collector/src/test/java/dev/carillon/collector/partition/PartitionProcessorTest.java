package dev.carillon.collector.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.collector.intake.RecordClassifier;
import dev.carillon.collector.ledger.EventVerdict;
import dev.carillon.collector.ledger.MemoryTable;
import dev.carillon.collector.ledger.QueueList;
import dev.carillon.collector.ledger.RowNames;
import dev.carillon.collector.outcome.OutputRecords;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkerRef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PartitionProcessorTest {
    private static final WorkerRef WORKER = new WorkerRef("w1", "i1");
    private static final Retry RETRY =
            new Retry(2, Duration.ofSeconds(10), 2, Duration.ofMinutes(10), 0, List.of(), List.of());

    private final World world = new World();

    @Test
    void aClaimedWorkerIsLostTenSecondsAfterTheFirstQuestionWithoutASign() {
        claim(task("a"));
        claim(task("b"));
        world.pass(Duration.ofSeconds(13));
        assertThat(world.count(EventVerdict.RETRYING)).isZero();
        world.pass(Duration.ofSeconds(4));
        assertThat(world.count(EventVerdict.RETRYING)).isEqualTo(2);
        world.pass(Duration.ofSeconds(11));
        assertThat(world.released).extracting(Task::attempt).containsExactly(2, 2);
        assertThat(world.table.count(RowNames.CLAIMS)).isZero();
    }

    @Test
    void leasesKeepAClaimForEver() {
        claim(task("a"));
        for (int i = 0; i < 100; i++) {
            world.pass(Duration.ofSeconds(3));
            world.lease(WORKER);
        }
        assertThat(world.all).isEmpty();
    }

    @Test
    void oneSignBetweenTwoQuestionsStartsTheWaitAnew() {
        claim(task("a"));
        world.pass(Duration.ofSeconds(12));
        world.lease(WORKER);
        world.pass(Duration.ofSeconds(13));
        assertThat(world.count(EventVerdict.RETRYING)).isZero();
        world.pass(Duration.ofSeconds(5));
        assertThat(world.count(EventVerdict.RETRYING)).isEqualTo(1);
    }

    @Test
    void aSettledResultOfItsWorkerIsASignBetweenTwoQuestions() {
        claim(task("a"));
        assertThat(world.processor().hasClaims()).isTrue();
        world.pass(Duration.ofSeconds(12));
        world.settled(result(task("b"), ResultStatus.SUCCEEDED).withRun(WORKER, AttemptTimes.NONE, null));
        world.pass(Duration.ofSeconds(13));
        assertThat(world.count(EventVerdict.RETRYING)).isZero();
    }

    @Test
    void aNewOwnerAsksAgainBeforeItDeclaresAWorkerLost() {
        claim(task("a"));
        world.pass(Duration.ofSeconds(12));
        world.moveToAnotherInstance();
        world.pass(Duration.ofSeconds(12));
        assertThat(world.count(EventVerdict.RETRYING)).isZero();
        world.pass(Duration.ofSeconds(10));
        assertThat(world.count(EventVerdict.RETRYING)).isEqualTo(1);
    }

    @Test
    void theSuccessOfALostAttemptIsLateAndChangesNothing() {
        Task task = task("a");
        claim(task);
        world.pass(Duration.ofSeconds(20));
        world.result(result(task, ResultStatus.SUCCEEDED), true);
        assertThat(world.count(EventVerdict.LATE)).isEqualTo(1);
        assertThat(world.outcomes).isEmpty();
        world.pass(Duration.ofSeconds(30));
        world.result(result(world.released.get(0), ResultStatus.SUCCEEDED), false);
        assertThat(world.outcomes).singleElement().extracting(Outcome::attempts).isEqualTo(2);
    }

    @Test
    void aCancelReachesWhatWaitsWithinASecond() {
        Task task = task("a").withTimes(World.START.plusSeconds(3_600), null);
        world.delayed(task);
        world.pass(Duration.ofSeconds(5));
        world.cancel(ExecutionKey.parse(String.valueOf(task.key())));
        world.pass(Duration.ofSeconds(1));
        assertThat(world.outcomes).singleElement().satisfies(outcome -> {
            assertThat(outcome.status()).isEqualTo(OutcomeStatus.CANCELLED);
            assertThat(outcome.attempts()).isZero();
        });
        world.pass(Duration.ofHours(1));
        assertThat(world.released).isEmpty();
        assertThat(world.outcomes).hasSize(1);
    }

    @Test
    void timersSurviveAMoveAndFireOnTime() {
        for (int i = 0; i < 50; i++) {
            world.delayed(task("t" + i).withTimes(World.START.plusSeconds(i), null));
        }
        world.moveToAnotherInstance();
        assertThat(world.timers).isEqualTo(49);
        world.pass(Duration.ofSeconds(60));
        assertThat(world.released).hasSize(50);
        assertThat(world.timers).isZero();
    }

    @Test
    void aTimerThatADefectKeptFromBeingServedFiresAgainAMinuteLater() {
        world.delayed(task("a").withTimes(World.START.plusSeconds(5), null));
        world.defect = true;
        world.pass(Duration.ofSeconds(30));
        assertThat(world.poison).containsExactly(ErrorCode.INTERNAL_ERROR);
        assertThat(world.released).isEmpty();
        world.defect = false;
        world.pass(Duration.ofSeconds(36));
        assertThat(world.released).hasSize(1);
        assertThat(world.timers).isZero();
    }

    @Test
    void whileTheClocksDifferNoTimerFires() {
        world.delayed(task("a").withTimes(World.START.plusSeconds(5), null));
        world.timedWork = false;
        world.pass(Duration.ofSeconds(10));
        assertThat(world.released).isEmpty();
        assertThat(world.all).as("questions that show how the clocks stand").hasSizeBetween(3, 7);
        world.timedWork = true;
        world.pass(Duration.ofSeconds(2));
        assertThat(world.released).hasSize(1);
    }

    @Test
    void anUnknownQueueIsLookedUpOnceMoreAndThenRefused() {
        world.queues = new QueueList(Set.of("default"), Instant.MIN);
        Task task = task("a").withWork(task("a").work().withQueue("gone"));
        world.delayed(task);
        assertThat(world.refreshes).isEqualTo(1);
        assertThat(world.outcomes).isEmpty();
        world.queues = new QueueList(Set.of("default"), World.START.plusMillis(100));
        world.pass(Duration.ofSeconds(1));
        assertThat(world.outcomes).singleElement().extracting(Outcome::code).isEqualTo(ErrorCode.UNKNOWN_QUEUE.name());
        assertThat(world.causes()).containsExactly(ErrorCode.UNKNOWN_QUEUE.name());
    }

    @Test
    void aHandMadeTaskThatClaimsToBeARetryIsADeadLetterAndWaitsForNothing() {
        world.delayed(task("a").nextAttempt(World.START.plusSeconds(100)));
        assertThat(world.causes()).containsExactly(ErrorCode.OUT_OF_RANGE.name());
        assertThat(world.poison).containsExactly(ErrorCode.OUT_OF_RANGE);
        assertThat(world.open).isZero();
    }

    @Test
    void anIdlePartitionHasNothingToLookFor() {
        PartitionProcessor idle = new PartitionProcessor(
                0,
                1,
                new RecordClassifier(World.NAMES, 1),
                new OutputRecords(World.NAMES, 1),
                new PartitionProcessor.Environment(world, world, () -> true, world, 10),
                new MemoryTable());
        assertThat(idle.nextDue(World.START)).isNull();
    }

    @Test
    void aSettledResultWithoutAnOpenEntryChangesNothing() {
        world.settled(result(task("a"), ResultStatus.SUCCEEDED));
        assertThat(world.all).isEmpty();
        assertThat(world.table.size()).isZero();
        assertThat(world.count(EventVerdict.NOTHING)).isEqualTo(1);
    }

    @Test
    void aSettledResultClosesWhatIsOpenUnderItsKeyWithoutASecondOutcome() {
        Task later = task("a").withTimes(World.START.plusSeconds(3_600), null);
        world.delayed(later);
        world.settled(result(task("a"), ResultStatus.SUCCEEDED));
        assertThat(world.count(EventVerdict.SETTLED)).isEqualTo(1);
        assertThat(world.open).isZero();
        assertThat(world.timers).isZero();
        world.pass(Duration.ofHours(2));
        assertThat(world.outcomes).isEmpty();
        assertThat(world.released).isEmpty();
    }

    @Test
    void aForgedSettledResultThatCanNotBeOneIsADeadLetterAndLeavesTheOpenExecutionAlone() {
        Task later = task("a").withTimes(World.START.plusSeconds(10), null);
        world.delayed(later);
        world.settled(result(task("a"), ResultStatus.FAILED));
        world.settled(Result.of(key("a"), 2, ResultStatus.SUCCEEDED));
        assertThat(world.causes())
                .containsExactly(ErrorCode.CONFLICTING_FIELDS.name(), ErrorCode.CONFLICTING_FIELDS.name());
        assertThat(world.open).isEqualTo(1);
        world.pass(Duration.ofSeconds(11));
        assertThat(world.released).hasSize(1);
        world.result(result(world.released.get(0), ResultStatus.SUCCEEDED), false);
        assertThat(world.outcomes).hasSize(1);
    }

    @Test
    void aForgedSettledResultChangesNothingAfterTheOutcome() {
        world.result(result(task("a"), ResultStatus.SUCCEEDED), false);
        world.settled(result(task("a"), ResultStatus.SUCCEEDED));
        world.settled(result(task("a"), ResultStatus.FAILED));
        assertThat(world.outcomes).singleElement().extracting(Outcome::status).isEqualTo(OutcomeStatus.SUCCEEDED);
        assertThat(world.open).isZero();
    }

    @Test
    void aSettledResultMattersOnlyWhileItsKeyMayBeOpenOrIsStillToBeTaken() {
        byte[] a = key("a").bytes();
        assertThat(world.processor().needsSettled(a)).isFalse();
        world.delayed(task("a").withTimes(World.START.plusSeconds(3_600), null));
        assertThat(world.processor().needsSettled(a)).isTrue();
        assertThat(world.processor().needsSettled(key("b").bytes())).isFalse();
        world.processor().fetched(key("b").bytes());
        assertThat(world.processor().needsSettled(key("b").bytes())).isTrue();
        world.processor().processing(key("b").bytes());
        assertThat(world.processor().needsSettled(key("b").bytes())).isFalse();
        world.processor().fetched(null);
        assertThat(world.processor().needsSettled(key("c").bytes()))
                .as("a record without a key may be of any execution")
                .isTrue();
        world.processor().processing(null);
        assertThat(world.processor().needsSettled(key("c").bytes())).isFalse();
        assertThat(world.processor().needsSettled(null)).isTrue();
    }

    private static ExecutionKey key(String id) {
        return ExecutionKey.of(id, World.START);
    }

    private void claim(Task task) {
        world.result(result(task, ResultStatus.STARTED).withRun(WORKER, AttemptTimes.NONE, null), false);
    }

    private static Task task(String id) {
        Work work = Work.of("demo", RawJson.NULL).withRetry(RETRY);
        return Task.first(ExecutionKey.of(id, World.START), Origin.SUBMITTED, work);
    }

    private static Result result(Task task, ResultStatus status) {
        Result result = Result.of(ExecutionKey.parse(String.valueOf(task.key())), task.attempt(), status);
        return status == ResultStatus.SUCCEEDED ? result : result.withTask(task);
    }
}
