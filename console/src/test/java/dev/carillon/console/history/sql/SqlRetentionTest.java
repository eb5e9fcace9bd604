package dev.carillon.console.history.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.console.history.fold.Written;
import dev.carillon.console.history.run.Run;
import dev.carillon.console.history.run.RunFilter;
import dev.carillon.console.history.run.RunFilterBuilder;
import dev.carillon.console.history.schedule.DayTally;
import dev.carillon.console.history.sql.run.SqlRuns;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.work.Origin;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is deleted when, and that what is kept can still be found and counted. Runs are kept for seven days here. */
final class SqlRetentionTest {
    private static final Duration DAY = Duration.ofDays(1);

    private final Written written = new Written();
    private final SqlRows rows;
    private final SqlRuns runs;
    private int stored;

    SqlRetentionTest(@TempDir Path dir) {
        rows = new SqlRows(dir);
        runs = new SqlRuns(rows.database);
    }

    @AfterEach
    void close() {
        rows.close();
    }

    /** Stores the records written since the last call. */
    private void store() {
        List<ReceivedRecord> more =
                written.records().subList(stored, written.records().size());
        rows.write(more);
        stored = written.records().size();
    }

    private static Instant after(Duration time) {
        return Written.BEGIN.plus(time);
    }

    private void deleteAllOld(Instant now) {
        int steps = 0;
        while (rows.store.deleteOld(now)) {
            assertThat(++steps).as("steps").isLessThan(100);
        }
    }

    private List<String> keys(RunFilter filter) {
        return HistoryAnswers.all(runs, filter, 10).stream()
                .map(run -> run.key().taskId())
                .toList();
    }

    /** A task that is to start in twenty days. */
    private ExecutionKey resting() {
        ExecutionKey key = written.key("resting");
        written.delayed(written.task(key).withTimes(after(DAY.multipliedBy(20)), null));
        return key;
    }

    static Stream<RunFilter> filtersOfTheRestingRun() {
        return Stream.of(
                RunFilter.ALL,
                RunFilter.ofTask("resting"),
                RunFilterBuilder.builder().states(Set.of()).search("rest").build(),
                RunFilterBuilder.builder()
                        .states(Set.of(ExecutionState.PENDING))
                        .build(),
                RunFilterBuilder.builder().states(Set.of()).queue("default").build(),
                RunFilterBuilder.builder().states(Set.of()).type("shell").build(),
                RunFilterBuilder.builder()
                        .states(Set.of())
                        .origin(Origin.SUBMITTED)
                        .build(),
                RunFilterBuilder.builder()
                        .states(Set.of(ExecutionState.PENDING, ExecutionState.RETRYING))
                        .since(Written.BEGIN)
                        .until(after(DAY))
                        .build());
    }

    @ParameterizedTest
    @MethodSource("filtersOfTheRestingRun")
    void aRunThatIsKeptBecauseItRestsIsFoundByEveryFilter(RunFilter filter) {
        written.succeeds("early");
        resting();
        store();
        deleteAllOld(after(DAY.multipliedBy(9)));
        assertThat(keys(filter)).containsExactly("resting");
    }

    @Test
    void aRestingRunThatEndsAtLastIsCountedInItsNewStateOnly() {
        written.succeeds("early");
        ExecutionKey key = resting();
        store();
        deleteAllOld(after(DAY.multipliedBy(9)));
        written.at(after(DAY.multipliedBy(20)));
        Result success = written.result(key, 1, ResultStatus.SUCCEEDED);
        written.released(written.task(key)).reported(success).ended(key, OutcomeStatus.SUCCEEDED, 1, success);
        store();

        assertThat(keys(RunFilterBuilder.builder()
                        .states(Set.of(ExecutionState.PENDING))
                        .build()))
                .isEmpty();
        assertThat(keys(RunFilterBuilder.builder()
                        .states(Set.of(ExecutionState.SUCCEEDED))
                        .build()))
                .containsExactly("resting");
        assertThat(rows.rows("SELECT facet, value, runs FROM facets WHERE runs < 0"))
                .isEmpty();
        deleteAllOld(after(DAY.multipliedBy(21)));
        assertThat(keys(RunFilter.ALL)).isEmpty();
    }

    @Test
    void errorsOfAFailedRunThatWaitsForItsRetryStayListed() {
        ExecutionKey key = written.key("report");
        Task task = written.task(key);
        Task patient = task.withWork(
                task.work().withRetry(new dev.carillon.schemas.work.Retry(3, DAY, 1, DAY, 0, List.of(), List.of())));
        written.queued(patient)
                .reported(written.result(key, 1, ResultStatus.FAILED)
                        .withReason("BOOM", "broke", null)
                        .withTask(patient));
        store();
        deleteAllOld(after(DAY.multipliedBy(7)).plus(Duration.ofHours(2)));

        assertThat(runs.errors(RunFilter.ALL, 10)).singleElement().satisfies(group -> {
            assertThat(group.code()).isEqualTo("BOOM");
            assertThat(group.runs()).isOne();
        });
    }

    @Test
    void aRunIsKeptForAsLongAsItWasToBeKept() {
        written.succeeds("report");
        store();
        deleteAllOld(after(DAY.multipliedBy(7)));
        assertThat(keys(RunFilter.ALL)).containsExactly("report");
        deleteAllOld(after(DAY.multipliedBy(7)).plusMillis(1));
        assertThat(keys(RunFilter.ALL)).isEmpty();
    }

    @Test
    void logLinesAreKeptForADayAndTheirRunForLonger() {
        ExecutionKey key = written.key("report");
        written.queued(written.task(key)).log(key, 1, 0, "early");
        written.at(after(Duration.ofHours(20))).log(key, 1, 1, "late");
        store();
        deleteAllOld(after(Duration.ofHours(30)));

        assertThat(runs.log(key, 0, 0, 10).lines()).singleElement().satisfies(line -> assertThat(line.text())
                .isEqualTo("late"));
        assertThat(runs.get(key).orElseThrow().logLines()).isOne();
    }

    @Test
    void manyLogLinesAreDeletedInBoundedSteps() {
        ExecutionKey key = written.key("report");
        written.queued(written.task(key));
        for (int i = 0; i < 4_500; i++) {
            written.at(Written.BEGIN.plusMillis(i)).log(key, 1, i, "line");
        }
        store();
        Instant now = after(DAY.multipliedBy(2));
        assertThat(rows.store.deleteOld(now)).isTrue();
        assertThat(rows.rows("SELECT COUNT(*) AS n FROM logs")).containsExactly("n=2500");
        assertThat(rows.store.deleteOld(now)).isTrue();
        assertThat(rows.store.deleteOld(now)).isFalse();
        assertThat(rows.rows("SELECT COUNT(*) AS n FROM logs")).containsExactly("n=0");
    }

    @Test
    void everythingOfADeletedRunIsDeleted() {
        written.everyKind();
        store();
        deleteAllOld(after(DAY.multipliedBy(30)));
        deleteAllOld(after(DAY.multipliedBy(30)).plus(Duration.ofHours(1)));
        for (String table : List.of("runs", "attempts", "bodies", "logs", "facets", "errors", "ends")) {
            assertThat(rows.rows("SELECT * FROM " + table)).as(table).isEmpty();
        }
        assertThat(rows.store.positions())
                .as("positions stay, so that nothing is read again")
                .isNotEmpty();
    }

    @Test
    void recordsOfADeletedRunThatComeLateMakeARunOfTheirOwn() {
        ExecutionKey key = written.key("report");
        written.queued(written.task(key));
        store();
        deleteAllOld(after(DAY.multipliedBy(8)));
        written.at(after(DAY.multipliedBy(8))).ended(key, OutcomeStatus.EXPIRED, 0, null);
        store();

        assertThat(HistoryAnswers.all(runs)).extracting(Run::state).containsExactly(ExecutionState.EXPIRED);
        assertThat(rows.rows("SELECT facet, value, runs FROM facets WHERE runs < 0"))
                .isEmpty();
    }

    @Test
    void deadLettersAreKeptForThirtyDaysAndMarksWithoutOneToo() {
        for (int day = 0; day < 3; day++) {
            written.at(after(DAY.multipliedBy(day))).put(Written.NAMES.deadLetters(), "k", new byte[] {1}, Map.of());
        }
        String mark = "{\"subject\":\"dead-letters-9@9\",\"action\":\"drop-dead-letter\",\"at\":\"" + Written.BEGIN
                + "\",\"before\":{\"appended\":\"" + Written.BEGIN + "\"}}";
        written.put(Written.NAMES.audit(), "dead-letters-9@9", mark.getBytes(StandardCharsets.UTF_8), Map.of());
        store();
        assertThat(rows.rows("SELECT part FROM letters")).hasSize(4);
        deleteAllOld(after(DAY.multipliedBy(31)));
        assertThat(rows.rows("SELECT put_at FROM letters ORDER BY 1"))
                .containsExactly(
                        "put_at=" + after(DAY).toEpochMilli(),
                        "put_at=" + after(DAY.multipliedBy(2)).toEpochMilli());
    }

    @Test
    void workersThatWereNotHeardForSevenDaysAreForgotten() {
        written.put(Written.NAMES.workers(), "old", "{}".getBytes(StandardCharsets.UTF_8), Map.of());
        written.at(after(DAY)).put(Written.NAMES.workers(), "young", "{}".getBytes(StandardCharsets.UTF_8), Map.of());
        store();
        deleteAllOld(after(DAY.multipliedBy(7)).plusSeconds(60));
        assertThat(rows.rows("SELECT worker_id FROM workers")).containsExactly("worker_id=young");
    }

    @Test
    void countsOfEndsOutliveTheirShortSlots() {
        for (int i = 0; i < 40; i++) {
            written.at(after(Duration.ofMinutes(7L * i))).succeeds("report");
        }
        store();
        ManualClock clock = new ManualClock(after(DAY.multipliedBy(2)));
        SqlBoard board = new SqlBoard(
                rows.database, clock, Duration.ofSeconds(60), () -> new HistoryFreshness(null, 0, true, null));
        deleteAllOld(clock.instant());

        assertThat(rows.rows("SELECT * FROM ends WHERE grain = 10000")).isEmpty();
        assertThat(board.tally(Written.BEGIN, after(DAY), 24).counts().succeeded())
                .isEqualTo(40);
        assertThat(board.tally(Written.BEGIN, after(Duration.ofHours(1)), 10)
                        .counts()
                        .succeeded())
                .as("a short time long ago")
                .isEqualTo(9);
    }

    private Written tick(String taskId, Instant nominal) {
        ExecutionKey key = ExecutionKey.of(taskId, nominal);
        written.at(nominal.plusMillis(3));
        Task task = written.task(key).withNominalTime(nominal).withSchedule(1, 1);
        Result success = written.result(key, 1, ResultStatus.SUCCEEDED);
        return written.queued(task).reported(success).ended(key, OutcomeStatus.SUCCEEDED, 1, success);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void daysOfTheYearAreTheSameBeforeAndAfterTheirRunsAreDeleted(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            tick("report", Instant.ofEpochSecond(Written.BEGIN.getEpochSecond() + random.nextInt(20 * 86_400)));
        }
        store();
        SqlScheduleHistory schedules = new SqlScheduleHistory(rows.database);
        LocalDate from = LocalDate.of(2026, 11, 17);
        LocalDate to = from.plusDays(40);
        List<DayTally> before = schedules.days("report", from, to, ZoneOffset.UTC);
        for (int day = 5; day <= 40; day += 3) {
            deleteAllOld(after(DAY.multipliedBy(day)));
            assertThat(schedules.days("report", from, to, ZoneOffset.UTC))
                    .as("day " + day)
                    .isEqualTo(before);
        }
        assertThat(rows.rows("SELECT id FROM runs")).isEmpty();
        assertThat(rows.rows("SELECT quarter FROM quarters"))
                .as("one row a day")
                .hasSizeLessThanOrEqualTo(21);
        deleteAllOld(after(DAY.multipliedBy(421)));
        assertThat(schedules.days("report", from, to, ZoneOffset.UTC)).isEmpty();
    }

    @Test
    void countsAreSweptEveryHourAndAfterTheClockWasSetBack() {
        written.succeeds("report");
        store();
        rows.store.deleteOld(after(DAY.multipliedBy(6)));
        assertThat(rows.rows("SELECT * FROM facets")).isNotEmpty();
        rows.store.deleteOld(after(DAY.multipliedBy(7)).plus(Duration.ofMinutes(2)));
        assertThat(rows.rows("SELECT * FROM facets")).isEmpty();

        written.at(after(DAY)).succeeds("other");
        store();
        rows.store.deleteOld(after(DAY.multipliedBy(7)).plus(Duration.ofMinutes(30)));
        assertThat(rows.rows("SELECT * FROM facets")).isNotEmpty();
        rows.store.deleteOld(after(DAY.multipliedBy(30)));
        assertThat(rows.rows("SELECT * FROM facets")).isEmpty();

        written.at(after(DAY.multipliedBy(2))).succeeds("third");
        store();
        rows.store.deleteOld(after(DAY.multipliedBy(10)));
        assertThat(rows.rows("SELECT * FROM facets"))
                .as("although the last sweep is to come")
                .isEmpty();
    }
}
