package dev.carillon.console.history.sql.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.console.history.ResultPage;
import dev.carillon.console.history.fold.Written;
import dev.carillon.console.history.run.ErrorGroup;
import dev.carillon.console.history.run.LogPage;
import dev.carillon.console.history.run.RecordPlace;
import dev.carillon.console.history.run.Run;
import dev.carillon.console.history.run.RunDetail;
import dev.carillon.console.history.run.RunFilter;
import dev.carillon.console.history.run.RunFilterBuilder;
import dev.carillon.console.history.sql.SqlRows;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Queries for executions. */
final class SqlRunsTest {
    private static final int MANY = 300;

    private final Written written = new Written();
    private final SqlRows rows;
    private final SqlRuns runs;

    SqlRunsTest(@TempDir Path dir) {
        rows = new SqlRows(dir);
        runs = new SqlRuns(rows.database);
    }

    @AfterEach
    void close() {
        rows.close();
    }

    /** Runs of several kinds, one each half minute. */
    private void many() {
        for (int i = 0; i < MANY; i++) {
            written.at(Written.BEGIN.plusSeconds(30L * i));
            ExecutionKey key = written.key((i % 50 == 0 ? "rare-" : "often-") + i % 7);
            Work work = WorkBuilder.builder()
                    .type(i % 3 == 0 ? "http" : "shell")
                    .queue(i % 60 == 0 ? "slow" : "default")
                    .priority(Priority.NORMAL)
                    .timeout(Duration.ofMinutes(5))
                    .payload(RawJson.NULL)
                    .retry(Retry.DEFAULT)
                    .ifWorkerDies(dev.carillon.schemas.work.IfWorkerDies.RETRY)
                    .labels(Map.of("team", i % 100 == 0 ? "50%_off" : "money"))
                    .build();
            Task task = Task.first(key, i % 2 == 0 ? Origin.TICK : Origin.SUBMITTED, work);
            written.queued(task);
            if (i % 25 == 0) {
                Result failed = written.result(key, 1, ResultStatus.FAILED)
                        .withReason("E" + i % 2, "row " + i + " is missing", null)
                        .withTask(task);
                written.reported(failed).ended(key, OutcomeStatus.FAILED, 1, failed);
            } else if (i % 40 != 1) {
                Result done = written.result(key, 1 + i % 2, ResultStatus.SUCCEEDED);
                written.reported(done).ended(key, OutcomeStatus.SUCCEEDED, 1 + i % 2, done);
            }
        }
        rows.write(written.records());
    }

    private static RunFilter filter(
            @Nullable String taskId,
            @Nullable String search,
            Set<ExecutionState> states,
            @Nullable String queue,
            @Nullable String code,
            @Nullable String label) {
        return RunFilterBuilder.builder()
                .taskId(taskId)
                .search(search)
                .states(states)
                .queue(queue)
                .code(code)
                .label(label)
                .build();
    }

    /** A filter and the runs that it has to return. */
    private record FilterCase(String name, RunFilter filter, Predicate<Run> matches) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<FilterCase> filterCases() {
        Instant from = Written.BEGIN.plusSeconds(3_000);
        Instant until = Written.BEGIN.plusSeconds(6_000);
        return Stream.of(
                new FilterCase("all", RunFilter.ALL, run -> true),
                new FilterCase("task", RunFilter.ofTask("often-3"), run -> run.key()
                        .taskId()
                        .equals("often-3")),
                new FilterCase("beginning", filter(null, "rare", Set.of(), null, null, null), run -> run.key()
                        .taskId()
                        .startsWith("rare")),
                new FilterCase(
                        "states",
                        filter(null, null, Set.of(ExecutionState.FAILED, ExecutionState.QUEUED), null, null, null),
                        run -> run.state() == ExecutionState.FAILED || run.state() == ExecutionState.QUEUED),
                new FilterCase(
                        "queue and task",
                        filter("rare-0", null, Set.of(), "slow", null, null),
                        run -> run.key().taskId().equals("rare-0") && "slow".equals(run.queue())),
                new FilterCase("code", filter(null, null, Set.of(), null, "E1", null), run -> "E1".equals(run.code())),
                new FilterCase(
                        "label", filter(null, null, Set.of(), null, null, "team=50%_off"), run -> "team".isEmpty()),
                new FilterCase(
                        "time",
                        RunFilterBuilder.builder()
                                .states(Set.of())
                                .since(from)
                                .until(until)
                                .build(),
                        run -> !run.firstHeard().isBefore(from)
                                && run.firstHeard().isBefore(until)),
                new FilterCase(
                        "type, worker, origin",
                        RunFilterBuilder.builder()
                                .states(Set.of())
                                .type("http")
                                .worker("w-2")
                                .origin(Origin.SUBMITTED)
                                .build(),
                        run -> "http".equals(run.type())
                                && "w-2".equals(run.worker())
                                && run.origin() == Origin.SUBMITTED));
    }

    @ParameterizedTest
    @MethodSource("filterCases")
    void everyFilterReturnsItsRunsOnceAndNewestFirst(FilterCase filterCase) {
        many();
        List<Run> all = new ArrayList<>();
        String cursor = null;
        do {
            ResultPage<Run> page = runs.find(filterCase.filter(), cursor, 7);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(7);
            all.addAll(page.items());
            cursor = page.next();
        } while (cursor != null);

        assertThat(all).isSortedAccordingTo((a, b) -> b.firstHeard().compareTo(a.firstHeard()));
        assertThat(all).extracting(Run::key).doesNotHaveDuplicates().isNotEmpty();
        if (filterCase.name().equals("label")) {
            assertThat(all).hasSize(3);
        } else {
            List<Run> every = runs.find(RunFilter.ALL, null, 500).items();
            assertThat(all)
                    .isEqualTo(every.stream().filter(filterCase.matches()).toList());
        }
    }

    @Test
    void aTextThatIsNoCursorIsRefused() {
        for (String bad : List.of("", "x", "c", "c--", "c9999999999999999999", "c1'; DROP TABLE runs")) {
            assertThatThrownBy(() -> runs.find(RunFilter.ALL, bad, 10))
                    .as(bad)
                    .isInstanceOfSatisfying(
                            ConsoleException.class, e -> assertThat(e.problem()).isEqualTo(ConsoleProblem.BAD_CURSOR));
        }
    }

    @Test
    void textsOfUsersAreValuesAndNeverSql() {
        many();
        for (String text : List.of("'", "\"; --", "%", "_", "!", "\\", "x' OR '1'='1")) {
            assertThat(runs.find(filter(text, text, Set.of(), text, text, text), null, 10)
                            .items())
                    .as(text)
                    .isEmpty();
        }
    }

    @Test
    void errorsAreGroupedByCodeAndMessageWithoutItsNumbers() {
        many();
        List<ErrorGroup> groups = runs.errors(RunFilter.ALL, 10);

        assertThat(groups).extracting(ErrorGroup::code).containsExactlyInAnyOrder("E0", "E1");
        assertThat(groups).extracting(ErrorGroup::runs).containsExactly(6L, 6L);
        RunFilter group = RunFilterBuilder.builder()
                .states(Set.of())
                .error(groups.get(0).id())
                .build();
        assertThat(runs.find(group, null, 50).items()).hasSize(6);
        assertThat(runs.errors(RunFilter.ofTask("rare-0"), 10))
                .allSatisfy(one -> assertThat(one.lastRun().taskId()).isEqualTo("rare-0"));
    }

    @Test
    void anExecutionIsShownWithAttemptsTaskAndRecords() {
        written.retriesAndFails("report");
        rows.write(written.records());
        ExecutionKey key = runs.find(RunFilter.ALL, null, 1).items().get(0).key();

        RunDetail detail = runs.get(key).orElseThrow();
        assertThat(detail.run().state()).isEqualTo(ExecutionState.FAILED);
        assertThat(detail.attempts())
                .extracting(RunDetail.Attempt::status)
                .containsExactly(ResultStatus.FAILED, ResultStatus.TIMED_OUT);
        assertThat(detail.attempts().get(0).message()).isEqualTo("broke at 17");
        assertThat(detail.task()).isNotNull();
        assertThat(runs.records(key))
                .extracting(RecordPlace::topic)
                .containsExactly(
                        Written.NAMES.tasks("default", Priority.NORMAL),
                        Written.NAMES.results(),
                        Written.NAMES.released("default"),
                        Written.NAMES.results(),
                        Written.NAMES.outcomes());
    }

    @Test
    void theAnswerOfASuccessIsKept() {
        written.succeeds("report");
        rows.write(written.records());
        ExecutionKey key = runs.find(RunFilter.ALL, null, 1).items().get(0).key();

        assertThat(runs.get(key).orElseThrow().data())
                .isEqualTo(RawJson.written("{\"ok\":true}".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void linesAreNumberedOverRecordsAndAttempts() {
        ExecutionKey key = written.key("report");
        written.queued(written.task(key))
                .log(key, 1, 0, "a", "b")
                .log(key, 1, 1, "c")
                .log(key, 2, 0, "d", "e");
        rows.write(written.records());

        assertThat(texts(runs.log(key, 0, 0, 100))).containsExactly("0 a", "1 b", "2 c", "3 d", "4 e");
        assertThat(texts(runs.log(key, 0, 1, 2))).containsExactly("1 b", "2 c");
        assertThat(texts(runs.log(key, 0, -2, 100))).containsExactly("3 d", "4 e");
        assertThat(texts(runs.log(key, 2, 0, 100))).containsExactly("0 d", "1 e");
        assertThat(runs.log(key, 0, 5, 100).next()).isEqualTo(5);
        assertThat(runs.log(key, 0, 0, 2).next()).isEqualTo(2);
        assertThat(runs.get(key).orElseThrow().logLines()).isEqualTo(5);
        assertThat(runs.log(ExecutionKey.of("unknown", Written.BEGIN), 0, 0, 10).lines())
                .isEmpty();
    }

    private static List<String> texts(LogPage page) {
        return page.lines().stream()
                .map(line -> line.number() + " " + line.text())
                .toList();
    }

    @Test
    void anUnknownExecutionIsNotFound() {
        assertThat(runs.get(ExecutionKey.of("unknown", Written.BEGIN))).isEmpty();
        assertThat(runs.records(ExecutionKey.of("unknown", Written.BEGIN))).isEmpty();
    }
}
