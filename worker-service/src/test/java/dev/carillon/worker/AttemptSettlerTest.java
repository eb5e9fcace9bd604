package dev.carillon.worker;

import static dev.carillon.worker.TestTasks.NORMAL;
import static dev.carillon.worker.TestTasks.NOW;
import static dev.carillon.worker.TestTasks.at;
import static dev.carillon.worker.TestTasks.key;
import static dev.carillon.worker.TestTasks.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ClockPair;
import dev.carillon.kit.time.ClockReading;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.worker.control.CancelledKeys;
import dev.carillon.worker.dedup.DedupWindow;
import dev.carillon.worker.execution.Attempt;
import dev.carillon.worker.execution.AttemptScheduler;
import dev.carillon.worker.execution.StartGate;
import dev.carillon.worker.intake.Judge;
import dev.carillon.worker.offset.CommitBatch;
import dev.carillon.worker.offset.GroupMembership;
import dev.carillon.worker.offset.PartitionProgress;
import dev.carillon.worker.offset.PendingSettlements;
import dev.carillon.worker.offset.RecordOffset;
import dev.carillon.worker.report.AttemptEnding;
import dev.carillon.worker.report.ReportRecords;
import dev.carillon.worker.report.ReportRecords.Subject;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.OutgoingRecord;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The end of an attempt and the outcome of its claim, in each order in which two threads may bring them. */
final class AttemptSettlerTest {
    private static final StartGate OPEN = new StartGate(true, true);
    private static final InputPartition ID = new InputPartition(NORMAL, 0);
    private static final GroupMembership MEMBER = new GroupMembership() {};
    private static final ClockReading LATER = at(NOW.plusSeconds(10));

    private final WorkerMeters meters = new WorkerMeters(new SimpleMeterRegistry(), "default", "worker");
    private final ReportRecords reports =
            new ReportRecords(TestTasks.NAMES, TestTasks.PARTITIONS, new WorkerRef("worker", "incarnation"));
    private final PendingSettlements settlements = TaskFlow.settlements(reports, meters);
    private final FinishedAttempts finished = new FinishedAttempts(() -> {}, new ManualClock(NOW));
    private final AttemptSettler settler = new AttemptSettler(
            new TaskFlow.Parts(
                    new Judge(TestTasks.NAMES, "default", TestTasks.PARTITIONS),
                    reports,
                    new DedupWindow(Duration.ofHours(1), 100),
                    new CancelledKeys(100),
                    finished,
                    announcement -> {},
                    meters),
            settlements,
            1,
            attempt -> {},
            new ClockPair(new ManualClock(LATER.wall()), LATER::nanos));
    private final AttemptScheduler scheduler = settler.scheduler();

    @BeforeEach
    void openPartition() {
        settlements.assign(Map.of(ID, StoredPoint.untouched(0)));
        assertThat(settlements.take(MEMBER)).isNotNull();
        settlements.committed();
    }

    private Attempt running() {
        PartitionProgress partition = Objects.requireNonNull(settlements.progress(ID));
        assertThat(partition.fetched(0)).isTrue();
        Attempt attempt = new Attempt(
                new Subject(key("a"), task("a"), new TaskPosition(NORMAL, 0, 0)),
                new RecordOffset(partition, 0),
                new Attempt.Window(NOW, NOW, NOW.plusSeconds(1_000)),
                new Attempt.Arrived(true, false, 0));
        scheduler.take(attempt, OPEN, NOW);
        scheduler.tick(OPEN, at(NOW), one -> {});
        return attempt;
    }

    /** An attempt that has run long enough for its claim to be under way. */
    private Attempt claiming() {
        Attempt attempt = running();
        scheduler.tick(OPEN, LATER, one -> {});
        assertThat(taken()).extracting(AttemptSettlerTest::kind).containsExactly(Headers.KIND_CLAIM);
        return attempt;
    }

    private void returns(Attempt attempt) {
        assertThat(scheduler.returned(attempt, AttemptEnding.succeeded(null), LATER))
                .isTrue();
    }

    /** The records of the next batch. */
    private List<OutgoingRecord> taken() {
        CommitBatch batch = settlements.take(MEMBER);
        return batch == null
                ? List.of()
                : batch.settlements().stream()
                        .flatMap(one -> one.records().stream())
                        .toList();
    }

    private static String kind(OutgoingRecord record) {
        return FakeQueue.header(record, Headers.KIND);
    }

    private void assertWrittenOnceAsClaimed() {
        settler.settleFinished();
        assertThat(taken()).singleElement().satisfies(record -> {
            assertThat(kind(record)).isEqualTo(Headers.KIND_RESULT);
            assertThat(FakeQueue.header(record, Headers.CLAIMED)).isEqualTo("true");
        });
        settlements.committed();
        settler.settleFinished();
        assertThat(settlements.hasWork()).isFalse();
        assertThat(settler.homesOfClaims()).isEmpty();
    }

    @Test
    void endBeforeItsClaimStandsIsWrittenWhenThatStands() {
        Attempt attempt = claiming();
        returns(attempt);
        settler.ended(attempt);
        settler.settleFinished();
        assertThat(settlements.waiting()).isZero();
        settlements.committed();
        assertWrittenOnceAsClaimed();
    }

    @Test
    void endWhoseClaimComesToStandBeforeItIsReportedIsWrittenOnce() {
        Attempt attempt = claiming();
        returns(attempt);
        settlements.committed();
        settler.ended(attempt);
        assertWrittenOnceAsClaimed();
    }

    @Test
    void endAfterItsClaimStandsIsWrittenOnce() {
        Attempt attempt = claiming();
        settlements.committed();
        assertThat(settler.homesOfClaims()).hasSize(1);
        returns(attempt);
        settler.ended(attempt);
        assertWrittenOnceAsClaimed();
    }

    @Test
    void endWhoseClaimWasDroppedIsNotWritten() {
        for (boolean reportedFirst : List.of(true, false)) {
            AttemptSettlerTest one = new AttemptSettlerTest();
            one.openPartition();
            one.endsWhileItsClaimIsDropped(reportedFirst);
        }
    }

    private void endsWhileItsClaimIsDropped(boolean reportedFirst) {
        Attempt attempt = running();
        scheduler.tick(OPEN, LATER, one -> {});
        returns(attempt);
        if (reportedFirst) {
            settler.ended(attempt);
            settler.settleFinished();
        }
        settlements.release(List.of(ID));
        if (!reportedFirst) {
            settler.ended(attempt);
            settler.settleFinished();
        }
        assertThat(taken()).isEmpty();
        assertThat(settler.homesOfClaims()).isEmpty();
    }

    @Test
    void endWithoutAClaimIsSettledByItself() {
        Attempt attempt = running();
        returns(attempt);
        scheduler.claimAllRunning();
        settler.ended(attempt);
        settler.settleFinished();
        assertThat(taken())
                .extracting(OutgoingRecord::topic)
                .containsExactly(TestTasks.NAMES.results(), TestTasks.NAMES.outcomes());
    }
}
