package dev.carillon.console.history.sql.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.history.ResultPage;
import dev.carillon.console.history.fold.Written;
import dev.carillon.console.history.run.ErrorGroup;
import dev.carillon.console.history.run.Run;
import dev.carillon.console.history.run.RunFilter;
import dev.carillon.console.history.run.RunFilterBuilder;
import dev.carillon.console.history.sql.HistoryAnswers;
import dev.carillon.console.history.sql.SqlRows;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches ten thousand runs of four hours, and compares each answer with a filter over all of them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RandomSearchTest {
    private static final int RUNS = 10_000;
    private static final int HOURS = 4;
    private static final List<String> TASKS =
            List.of("report", "report-2", "report.daily", "Report", "re_port", "a", "backup", "backup-eu");
    private static final List<Origin> ORIGINS = List.of(Origin.values());
    private static final List<String> LABELS = List.of("team=money", "team=Money", "team=50%_off", "größe=a\"b\\c");

    private final Map<ExecutionKey, String> labels = new HashMap<>();
    private List<Run> all = List.of();
    private @Nullable SqlRows rows;
    private @Nullable SqlRuns open;

    @BeforeAll
    void write(@TempDir Path dir) {
        Random random = new Random(4711);
        Written written = new Written();
        for (int i = 0; i < RUNS; i++) {
            // Bursts within one millisecond, quiet minutes, and some runs alone.
            if (random.nextInt(5) == 0) {
                written.at(Written.BEGIN.plusMillis(
                        i * 3_600_000L * HOURS / RUNS / 60_000 * 60_000 + random.nextInt(50_000)));
            } else {
                written.at(written.now().minusSeconds(1));
            }
            run(written, random, i);
        }
        rows = new SqlRows(dir);
        rows.write(written.records());
        open = new SqlRuns(rows.database);
        all = HistoryAnswers.all(open, RunFilter.ALL, 500);
    }

    @AfterAll
    void close() {
        Objects.requireNonNull(rows).close();
    }

    private SqlRuns runs() {
        return Objects.requireNonNull(open);
    }

    private void run(Written written, Random random, int number) {
        Instant begin = written.now();
        ExecutionKey key = ExecutionKey.of(TASKS.get(random.nextInt(TASKS.size())), begin.plusNanos(number + 1));
        String label = LABELS.get(random.nextInt(LABELS.size()));
        labels.put(key, label);
        int equals = label.indexOf('=');
        Work work = WorkBuilder.builder(Work.of(random.nextInt(30) == 0 ? "mail" : "shell", RawJson.NULL))
                .queue(random.nextInt(200) == 0 ? "rare" : random.nextInt(3) == 0 ? "slow" : "default")
                .labels(Map.of(label.substring(0, equals), label.substring(equals + 1)))
                .build();
        Task task = Task.first(key, ORIGINS.get(random.nextInt(ORIGINS.size())), work);
        written.queued(task);
        written.at(begin);
        ResultStatus status = random.nextInt(12) == 0 ? ResultStatus.FAILED : ResultStatus.SUCCEEDED;
        Result result = written.result(key, 1 + random.nextInt(3), status)
                .withReason(status == ResultStatus.FAILED ? "E" + random.nextInt(5) : null, "row " + number, null);
        if (random.nextInt(40) != 0) {
            written.reported(result);
            boolean good = status == ResultStatus.SUCCEEDED;
            written.ended(key, good ? OutcomeStatus.SUCCEEDED : OutcomeStatus.FAILED, result.attempt(), result);
        }
        written.at(begin.plusSeconds(1));
    }

    /** A random filter with its conditions as predicates. */
    private final class Wanted {
        private final Random random;
        private final RunFilterBuilder filter = RunFilterBuilder.builder().states(Set.of());
        private final List<Predicate<Run>> conditions = new ArrayList<>();

        private Wanted(long seed) {
            random = new Random(seed);
            for (int i = 0; i <= random.nextInt(3); i++) {
                add(random.nextInt(11));
            }
        }

        private <T> T any(List<T> values) {
            return values.get(random.nextInt(values.size()));
        }

        private void add(int kind) {
            switch (kind) {
                case 0 -> {
                    String task = any(TASKS);
                    filter.taskId(task);
                    conditions.add(run -> run.key().taskId().equals(filter.taskId()));
                }
                case 1 -> {
                    filter.search(any(List.of("r", "report", "report-", "Rep", "re_", "zz", "", "backup-eu")));
                    conditions.add(run -> run.key().taskId().startsWith(Objects.requireNonNull(filter.search())));
                }
                case 2 -> {
                    Set<ExecutionState> states =
                            EnumSet.of(any(List.of(ExecutionState.values())), ExecutionState.FAILED);
                    filter.states(states);
                    conditions.add(run -> filter.states().contains(run.state()));
                }
                case 3 -> {
                    filter.queue(any(List.of("rare", "slow", "default", "none")));
                    conditions.add(run -> Objects.equals(filter.queue(), run.queue()));
                }
                case 4 -> {
                    filter.type(any(List.of("mail", "shell")));
                    conditions.add(run -> Objects.equals(filter.type(), run.type()));
                }
                case 5 -> {
                    filter.worker(any(List.of("w-1", "w-2", "w-9")));
                    conditions.add(run -> Objects.equals(filter.worker(), run.worker()));
                }
                case 6 -> {
                    filter.origin(any(ORIGINS));
                    conditions.add(run -> run.origin() == filter.origin());
                }
                case 7 -> {
                    filter.code(any(List.of("E0", "E4", "e4", "E")));
                    conditions.add(run -> Objects.equals(filter.code(), run.code()));
                }
                case 8 -> {
                    filter.label(any(LABELS));
                    conditions.add(run -> Objects.equals(labels.get(run.key()), filter.label()));
                }
                case 9 -> {
                    filter.since(any(all).firstHeard());
                    conditions.add(run -> !run.firstHeard().isBefore(Objects.requireNonNull(filter.since())));
                }
                default -> {
                    filter.until(any(all).firstHeard());
                    conditions.add(run -> run.firstHeard().isBefore(Objects.requireNonNull(filter.until())));
                }
            }
        }

        private List<Run> expected() {
            return all.stream()
                    .filter(run -> conditions.stream().allMatch(condition -> condition.test(run)))
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void anyFilterReturnsItsRunsOnceAndTheNewestFirstInPagesOfAnySize(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 8; i++) {
            Wanted wanted = new Wanted(random.nextLong());
            RunFilter filter = wanted.filter.build();
            List<Run> expected = wanted.expected();
            int limit = Math.max(1, Math.min(500, expected.size() / (1 + random.nextInt(6))));
            assertThat(HistoryAnswers.all(runs(), filter, limit))
                    .as("seed " + seed + ", " + filter + " in pages of " + limit)
                    .isEqualTo(expected);
        }
    }

    @Test
    void allRunsAreThereAndOrderedByTheirFirstRecords() {
        assertThat(all).hasSize(RUNS).isSortedAccordingTo((a, b) -> b.firstHeard()
                .compareTo(a.firstHeard()));
        assertThat(all).extracting(Run::key).doesNotHaveDuplicates();
    }

    @Test
    void runsOfOneMillisecondAreSplitBetweenPagesWithoutLossOrRepetition() {
        Map<Instant, Integer> times = new HashMap<>();
        all.forEach(run -> times.merge(run.firstHeard(), 1, Integer::sum));
        Instant burst = times.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
        RunFilter filter = RunFilterBuilder.builder()
                .states(Set.of())
                .since(burst)
                .until(burst.plusMillis(1))
                .build();
        assertThat(times.get(burst)).as("a burst").isGreaterThan(5);
        assertThat(HistoryAnswers.all(runs(), filter, 2))
                .isEqualTo(all.stream()
                        .filter(run -> run.firstHeard().equals(burst))
                        .toList());
    }

    @Test
    void limitsAreBounded() {
        assertThat(runs().find(RunFilter.ALL, null, 100_000).items()).hasSize(500);
        assertThat(runs().find(RunFilter.ALL, null, 0).items()).hasSize(1);
        assertThat(runs().find(RunFilter.ALL, null, Integer.MIN_VALUE).items()).hasSize(1);
        ResultPage<Run> last = runs().find(
                        RunFilterBuilder.builder()
                                .states(Set.of())
                                .until(all.get(RUNS - 1).firstHeard())
                                .build(),
                        null,
                        5);
        assertThat(last).isEqualTo(new ResultPage<Run>(List.of(), null));
    }

    @Test
    void errorGroupsCountTheRunsOfTheirTimeExactlyAtWholeMinutes() {
        Instant since = Written.BEGIN.plus(Duration.ofMinutes(30));
        Instant until = Written.BEGIN.plus(Duration.ofMinutes(95));
        RunFilter filter = RunFilterBuilder.builder()
                .states(Set.of())
                .since(since)
                .until(until)
                .build();
        Map<String, Long> expected = new HashMap<>();
        all.stream()
                .filter(run -> run.state() == ExecutionState.FAILED)
                .filter(run ->
                        !run.firstHeard().isBefore(since) && run.firstHeard().isBefore(until))
                .forEach(run -> expected.merge(String.valueOf(run.code()), 1L, Long::sum));

        List<ErrorGroup> groups = runs().errors(filter, 10);
        assertThat(groups).hasSize(5).isSortedAccordingTo((a, b) -> Long.compare(b.runs(), a.runs()));
        groups.forEach(group -> {
            assertThat(group.runs()).as(String.valueOf(group.code())).isEqualTo(expected.get(group.code()));
            assertThat(group.first()).isBetween(since, until);
            RunFilter ofGroup =
                    RunFilterBuilder.builder(filter).error(group.id()).build();
            List<Run> members = HistoryAnswers.all(runs(), ofGroup, 100);
            assertThat(members).hasSize((int) group.runs()).allMatch(run -> Objects.equals(run.code(), group.code()));
            assertThat(members.get(0).key()).isEqualTo(group.lastRun());
            assertThat(members.get(members.size() - 1).firstHeard()).isEqualTo(group.first());
        });
    }

    @Test
    void errorGroupsOfATaskCountItsRunsAlone() {
        List<ErrorGroup> groups = runs().errors(RunFilter.ofTask("backup"), 3);
        assertThat(groups).hasSize(3);
        groups.forEach(group -> assertThat(group.runs())
                .isEqualTo(all.stream()
                        .filter(run -> run.key().taskId().equals("backup")
                                && run.state() == ExecutionState.FAILED
                                && Objects.equals(run.code(), group.code()))
                        .count()));
        assertThat(runs().errors(RunFilter.ofTask("unknown"), 3)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "xyz", "-1", "ffffffffffffffffff", "ffffffffffffffff", "1'"})
    void anErrorGroupOfAnyOtherNameHasNoRuns(String name) {
        assertThat(runs().find(
                                RunFilterBuilder.builder()
                                        .states(Set.of())
                                        .error(name)
                                        .build(),
                                null,
                                10)
                        .items())
                .isEmpty();
    }

    @Test
    void newRunsBetweenTwoPagesNeitherRepeatNorHideOlderOnes(@TempDir Path dir) {
        try (SqlRows own = new SqlRows(dir)) {
            Written written = new Written();
            for (int i = 0; i < 60; i++) {
                written.succeeds("early-" + i);
            }
            own.write(written.records());
            SqlRuns search = new SqlRuns(own.database);
            List<Run> expected = HistoryAnswers.all(search);
            ResultPage<Run> page = search.find(RunFilter.ALL, null, 20);
            List<Run> got = new ArrayList<>(page.items());
            while (page.next() != null) {
                int before = written.records().size();
                for (int i = 0; i < 30; i++) {
                    written.succeeds("late-" + i);
                }
                List<ReceivedRecord> more =
                        written.records().subList(before, written.records().size());
                own.write(more);
                page = search.find(RunFilter.ALL, page.next(), 20);
                got.addAll(page.items());
            }
            assertThat(got).isEqualTo(expected);
        }
    }
}
