package dev.carillon.console.history.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.console.history.fold.Written;
import dev.carillon.console.history.run.Run;
import dev.carillon.console.history.state.OpenRuns;
import dev.carillon.console.history.state.OutcomeCounts;
import dev.carillon.console.history.state.OverdueRun;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.state.AgreedDurations;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.schemas.worker.Heartbeat;
import dev.carillon.schemas.worker.HeartbeatBuilder;
import dev.carillon.schemas.worker.WorkerState;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts of ends in slots of time, and what is open, overdue or alive, at the limits of each. */
final class OutcomeCountsTest {
    private static final Instant BEGIN = Written.BEGIN;
    private static final OutcomeCounts.Counts NONE = new OutcomeCounts.Counts(0, 0, 0, 0, 0);

    private final Written written = new Written();
    private final ManualClock clock = new ManualClock(BEGIN.plus(Duration.ofHours(2)));
    private final SqlRows rows;
    private final SqlBoard board;

    OutcomeCountsTest(@TempDir Path dir) {
        rows = new SqlRows(dir);
        board = new SqlBoard(
                rows.database, clock, Duration.ofSeconds(60), () -> new HistoryFreshness(null, 0, true, null));
    }

    @AfterEach
    void close() {
        rows.close();
    }

    /** An execution with this outcome, decided now. */
    private void ended(String taskId, OutcomeStatus status, int attempts) {
        Instant decided = written.now();
        ExecutionKey key = written.key(taskId);
        written.at(decided).ended(key, status, attempts, null);
        written.at(decided);
    }

    private static long sum(OutcomeCounts counts) {
        return counts.slots().stream()
                .mapToLong(slot -> slot.counts().succeeded())
                .sum();
    }

    @Test
    void withoutEndsEverythingIsZeroAndNothingIsMeasured() {
        OutcomeCounts none = board.tally(BEGIN, BEGIN.plusSeconds(60), 6);
        assertThat(none.counts()).isEqualTo(NONE);
        assertThat(none.attempts()).isZero();
        assertThat(none.took()).isEqualTo(new OutcomeCounts.Spread(0, null, null, null));
        assertThat(none.slots())
                .extracting(OutcomeCounts.Slot::counts)
                .hasSize(6)
                .containsOnly(NONE);
        assertThat(board.open()).isEqualTo(new OpenRuns(0, 0, 0, 0, 0));
        assertThat(board.freshness().newest()).isNull();
    }

    @Test
    void theBeginningOfTheTimeBelongsToItAndTheEndDoesNot() {
        for (int second = 0; second <= 60; second += 10) {
            written.at(BEGIN.plusSeconds(second));
            ended("report", OutcomeStatus.SUCCEEDED, 1);
        }
        rows.write(written.records());
        OutcomeCounts counts = board.tally(BEGIN, BEGIN.plusSeconds(60), 6);
        assertThat(counts.counts().succeeded()).isEqualTo(6);
        assertThat(counts.slots()).extracting(slot -> slot.counts().succeeded()).containsOnly(1L);
        assertThat(counts.slots().get(5).start()).isEqualTo(BEGIN.plusSeconds(50));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "-5, 1", "1, 1", "7, 7", "1000, 1000", "5000, 1000"})
    void theNumberOfSlotsIsBoundedAndLosesNothing(int asked, int slots) {
        for (int i = 0; i < 30; i++) {
            written.at(BEGIN.plusSeconds(100L * i));
            ended("report", OutcomeStatus.SUCCEEDED, 1);
        }
        rows.write(written.records());
        OutcomeCounts counts = board.tally(BEGIN, BEGIN.plusSeconds(3_000), asked);
        assertThat(counts.slots()).hasSize(slots);
        assertThat(sum(counts)).isEqualTo(30);
    }

    @Test
    void aTimeThatEndsBeforeItBeginsIsEmpty() {
        ended("report", OutcomeStatus.SUCCEEDED, 1);
        rows.write(written.records());
        assertThat(board.tally(BEGIN.plusSeconds(60), BEGIN, 10).counts()).isEqualTo(NONE);
        assertThat(board.tally(BEGIN.plusSeconds(60), BEGIN.plusSeconds(60), 10).slots())
                .hasSize(10);
    }

    /** Short slots are read for times up to six hours, long ones beyond. */
    @ParameterizedTest
    @ValueSource(longs = {3_600, 21_600, 21_601, 86_400, 604_800})
    void everyLengthOfTimeHasTheSameEnds(long seconds) {
        for (OutcomeStatus status : OutcomeStatus.values()) {
            if (status != OutcomeStatus.SKIPPED) {
                ended("report-" + status, status, 2);
                ended("other-" + status, status, 1);
            }
        }
        ExecutionKey key = ExecutionKey.of("skipped", BEGIN);
        written.skipped(key, new SkippedRange(SkipReason.MISSED, BEGIN, BEGIN.plusSeconds(600), 11));
        rows.write(written.records());
        OutcomeCounts counts = board.tally(BEGIN.minusSeconds(seconds - 60), BEGIN.plusSeconds(60), 12);
        assertThat(counts.counts()).isEqualTo(new OutcomeCounts.Counts(2, 2, 2, 2, 11));
        assertThat(counts.attempts()).isEqualTo(12);
    }

    @Test
    void latenessIsFromDueToStartAndIsNeverNegative() {
        for (int i = 0; i < 10; i++) {
            Instant nominal = BEGIN.plusSeconds(i);
            ExecutionKey key = ExecutionKey.of("report", nominal);
            // The first starts before it is due, by a clock that is fast.
            written.at(nominal.plusMillis(i == 0 ? -50 : 100));
            Result success = written.result(key, 1, ResultStatus.SUCCEEDED);
            written.at(nominal)
                    .queued(written.task(key).withNominalTime(nominal).withSchedule(1, 1))
                    .reported(success)
                    .ended(key, OutcomeStatus.SUCCEEDED, 1, success);
        }
        rows.write(written.records());
        OutcomeCounts.Spread lateness =
                board.tally(BEGIN, BEGIN.plusSeconds(60), 6).lateness();
        assertThat(lateness.count()).isEqualTo(10);
        assertThat(lateness.p50()).isBetween(Duration.ofMillis(97), Duration.ofMillis(103));
    }

    private Heartbeat heartbeat(String worker) {
        return HeartbeatBuilder.builder()
                .worker(new WorkerRef(worker, "1"))
                .queues(List.of("default"))
                .types(List.of("shell"))
                .startedAt(BEGIN)
                .at(BEGIN)
                .state(WorkerState.IDLE)
                .load(new Heartbeat.Load(10, 0, 0, 1, null, null, null))
                .partitions(List.of())
                .rest(Map.of())
                .positions(List.of())
                .build();
    }

    private void beats(String worker, Instant at) {
        written.at(at).put(Written.NAMES.workers(), worker, Kind.HEARTBEAT.encode(heartbeat(worker)), Map.of());
    }

    @Test
    void aWorkerIsGoneWhenItsSilenceIsLongerThanAgreed() {
        Instant now = clock.instant();
        beats("at-the-limit", now.minus(AgreedDurations.WORKER_GONE));
        beats("beyond", now.minus(AgreedDurations.WORKER_GONE).minusMillis(1));
        beats("ahead", now.plusSeconds(3));
        beats("left", now);
        written.put(Written.NAMES.workers(), "left", null, Map.of());
        written.put(Written.NAMES.workers(), "odd", "{".getBytes(StandardCharsets.UTF_8), Map.of());
        rows.write(written.records());
        Map<String, Boolean> gone = board.workers().stream()
                .collect(Collectors.toMap(entry -> entry.last().worker().id(), entry -> entry.gone()));
        assertThat(gone).isEqualTo(Map.of("at-the-limit", false, "beyond", true, "ahead", false));
    }

    @Test
    void ofAWorkersHeartbeatsInOneBatchTheLastOneCounts() {
        beats("w", BEGIN.plusSeconds(6));
        beats("w", BEGIN.plusSeconds(9));
        rows.write(List.of(written.records().get(1), written.records().get(0)));
        assertThat(board.workers()).singleElement().satisfies(entry -> assertThat(entry.heard())
                .isEqualTo(BEGIN.plusSeconds(9)));
    }

    @Test
    void overdueRunsOfAllStatesAreListedTheLongestOverdueFirst() {
        ExecutionKey resting = written.key("resting");
        written.delayed(written.task(resting).withTimes(BEGIN.plusSeconds(900), null));
        ExecutionKey queued = written.key("queued");
        written.queued(written.task(queued));
        ExecutionKey running = written.key("running");
        written.queued(written.task(running)).claimed(running, 1);
        ExecutionKey retrying = written.key("retrying");
        written.queued(written.task(retrying))
                .reported(written.result(retrying, 1, ResultStatus.FAILED).withTask(written.task(retrying)));
        written.succeeds("ended");
        rows.write(written.records());

        List<OverdueRun> overdue = board.overdue(10);
        assertThat(overdue)
                .extracting(one -> one.run().key().taskId())
                .containsExactly("queued", "retrying", "running", "resting");
        assertThat(overdue)
                .extracting(OverdueRun::why)
                .doesNotContain("it has ended")
                .hasSize(4);
        assertThat(overdue).extracting(OverdueRun::since).isSorted();
        assertThat(board.overdue(2)).isEqualTo(overdue.subList(0, 2));
        assertThat(board.overdue(0)).hasSize(1);
        assertThat(board.open()).isEqualTo(new OpenRuns(1, 1, 1, 1, 4));
        clock.set(BEGIN.plusSeconds(10));
        assertThat(board.overdue(10)).isEmpty();
        assertThat(board.open().overdue()).isZero();
    }

    @Test
    void thoseThatRetryAreListedInTheOrderOfTheirNextAttempts() {
        for (int i = 0; i < 20; i++) {
            ExecutionKey key = written.key("task-" + i);
            written.reported(written.result(key, 1, ResultStatus.TIMED_OUT).withTask(written.task(key)));
        }
        rows.write(written.records());
        List<Run> retrying = board.retrying(15);
        assertThat(retrying).hasSize(15);
        assertThat(retrying)
                .extracting(run -> Objects.requireNonNull(run.nextAttempt()))
                .isSorted();
    }
}
