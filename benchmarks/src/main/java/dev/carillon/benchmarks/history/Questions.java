package dev.carillon.benchmarks.history;

import dev.carillon.benchmarks.frame.Report;
import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.console.history.ResultPage;
import dev.carillon.console.history.run.Run;
import dev.carillon.console.history.run.RunFilter;
import dev.carillon.console.history.run.RunFilterBuilder;
import dev.carillon.console.history.sql.SqliteHistory;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.work.Origin;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The lists and filters of the page, several pages deep, over a large history. */
final class Questions {
    private static final int ROUNDS = 10;
    private static final int PAGES = 5;
    private static final int LIMIT = 50;
    private static final double BOUND_MS = 300;
    private static final double NANOS_A_MILLI = 1e6;

    private final SqliteHistory history;
    private final Instant begin;
    private final Instant end;
    private final Samples all = new Samples();

    Questions(SqliteHistory history, Instant begin, Duration over) {
        this.history = history;
        this.begin = begin;
        this.end = begin.plus(over);
    }

    void ask(Report report) {
        Samples worst = new Samples();
        filters().forEach((name, filter) -> {
            Samples samples = new Samples();
            for (int round = 0; round < ROUNDS; round++) {
                pages(filter, samples);
            }
            worst.add(samples.percentile(0.95));
            report.figure("listP95Millis." + name, samples.percentile(0.95));
        });
        others().forEach((name, question) -> {
            Samples samples = new Samples();
            for (int round = 0; round < ROUNDS; round++) {
                timed(question, samples);
            }
            worst.add(samples.percentile(0.95));
            report.figure("askP95Millis." + name, samples.percentile(0.95));
        });
        report.atMost("listAndFilterP95Millis", all.percentile(0.95), BOUND_MS);
        report.atMost("slowestQuestionP95Millis", worst.percentile(1), BOUND_MS);
    }

    private void pages(RunFilter filter, Samples samples) {
        String cursor = null;
        for (int page = 0; page < PAGES; page++) {
            String from = cursor;
            long began = System.nanoTime();
            ResultPage<Run> found = history.runs().find(filter, from, LIMIT);
            double millis = (System.nanoTime() - began) / NANOS_A_MILLI;
            samples.add(millis);
            all.add(millis);
            cursor = found.next();
            if (cursor == null) {
                return;
            }
        }
    }

    private void timed(Runnable question, Samples samples) {
        long began = System.nanoTime();
        question.run();
        double millis = (System.nanoTime() - began) / NANOS_A_MILLI;
        samples.add(millis);
        all.add(millis);
    }

    private Map<String, RunFilter> filters() {
        Instant middle = begin.plus(Duration.between(begin, end).dividedBy(2));
        Map<String, RunFilter> filters = new LinkedHashMap<>();
        filters.put("all", RunFilter.ALL);
        filters.put("task", RunFilter.ofTask("task-17"));
        filters.put("taskFailed", filter("task-20", null, Set.of(ExecutionState.FAILED), null, null, null));
        filters.put("beginning", filter(null, "task-199", Set.of(), null, null, null));
        filters.put("beginningOfAll", filter(null, "task-", Set.of(), null, null, null));
        filters.put("failed", filter(null, null, Set.of(ExecutionState.FAILED), null, null, null));
        filters.put("succeeded", filter(null, null, Set.of(ExecutionState.SUCCEEDED), null, null, null));
        filters.put(
                "open", filter(null, null, Set.of(ExecutionState.QUEUED, ExecutionState.RUNNING), null, null, null));
        filters.put("rareType", filter(null, null, Set.of(), Executions.RARE_TYPE, null, null));
        filters.put("worker", filter(null, null, Set.of(), null, "worker-7", null));
        filters.put("nobody", filter(null, null, Set.of(), null, "worker-none", null));
        filters.put("workerAndFailed", filter(null, null, Set.of(ExecutionState.FAILED), null, "worker-0", null));
        filters.put("neverTogether", filter(null, null, Set.of(ExecutionState.FAILED), "grpc", "worker-7", null));
        filters.put("label", filter(null, null, Set.of(), null, null, "team=payments"));
        filters.put(
                "code", RunFilterBuilder.builder().states(Set.of()).code("E3").build());
        filters.put(
                "time",
                RunFilterBuilder.builder()
                        .states(Set.of())
                        .origin(Origin.TICK)
                        .since(begin)
                        .until(middle)
                        .build());
        return filters;
    }

    private static RunFilter filter(
            @Nullable String taskId,
            @Nullable String search,
            Set<ExecutionState> states,
            @Nullable String type,
            @Nullable String worker,
            @Nullable String label) {
        return RunFilterBuilder.builder()
                .taskId(taskId)
                .search(search)
                .states(states)
                .type(type)
                .worker(worker)
                .label(label)
                .build();
    }

    private Map<String, Runnable> others() {
        Map<String, Runnable> others = new LinkedHashMap<>();
        List<String> fifty =
                IntStream.range(0, LIMIT).mapToObj(i -> "task-" + i).toList();
        var day = LocalDate.ofInstant(end, ZoneOffset.UTC);
        others.put("lastRunsOf50", () -> history.schedules().lastRuns(fifty, 30));
        others.put("durations", () -> history.schedules().durations("task-17", begin, end, 1_000));
        others.put("days", () -> history.schedules().days("task-17", day.minusDays(365), day, ZoneOffset.UTC));
        others.put("errors", () -> history.runs().errors(RunFilter.ALL, 20));
        others.put("tallyOfTheWeek", () -> history.currentState().tally(begin, end, 100));
        others.put("tallyOfAnHour", () -> history.currentState().tally(end.minusSeconds(3_600), end, 60));
        others.put("open", () -> history.currentState().open());
        others.put("overdue", () -> history.currentState().overdue(50));
        Run newest = history.runs().find(RunFilter.ALL, null, 1).items().get(0);
        others.put("detail", () -> history.runs().get(newest.key()));
        return others;
    }
}
