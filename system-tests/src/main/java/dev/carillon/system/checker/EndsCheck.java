package dev.carillon.system.checker;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.schedule.Overlap;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Findings;
import dev.carillon.system.checker.finding.Guarantee;
import dev.carillon.system.checker.read.ExecutionHistory;
import dev.carillon.system.checker.read.Executions;
import dev.carillon.system.checker.read.Run;
import dev.carillon.system.checker.seen.OutcomeSeen;
import dev.carillon.system.checker.seen.SeenRecord;
import dev.carillon.system.checker.seen.TaskSeen;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * G11, and what else depends on ends: ticks overlap only if their schedule allows it, a tick with {@code afterEnd}
 * comes that long after the end before it, a dependent tick comes only after its parents have ended as asked for, and
 * no schedule exceeds {@code maxRuns}.
 */
final class EndsCheck implements GuaranteeCheck {
    private final Run run;
    private final Executions executions;
    private final CheckerOptions options;
    /** Definitions by their offset. */
    private final Map<Long, Schedule> definitions = new HashMap<>();

    private final Map<String, SortedMap<Instant, Tick>> ticks = new TreeMap<>();

    /** A tick that became a task, and its outcome. */
    private record Tick(
            Instant instant, TaskSeen task, @Nullable OutcomeSeen end) {
        Instant begun() {
            return task.at().appended();
        }

        Instant ended() {
            return end == null ? Instant.MAX : end.at().appended();
        }
    }

    EndsCheck(Run run, Executions executions, CheckerOptions options) {
        this.run = run;
        this.executions = executions;
        this.options = options;
    }

    @Override
    public void look(Findings findings) {
        run.in(run.names().schedules()).forEach(this::addDefinition);
        for (ExecutionHistory execution : executions.all()) {
            execution.tasks.stream()
                    .filter(this::isTick)
                    .min(Comparator.comparing(seen -> seen.at().appended()))
                    .ifPresent(task -> ticks.computeIfAbsent(task.key().taskId(), id -> new TreeMap<>())
                            .put(task.key().execTime().instant(), tick(execution, task)));
        }
        ticks.forEach((taskId, all) -> checkTicks(new ArrayList<>(all.values()), findings));
    }

    private void addDefinition(SeenRecord record) {
        try {
            byte[] value = record.value();
            if (value != null && executions.deadLettersOf(record).isEmpty()) {
                definitions.put(record.offset(), Kind.SCHEDULE.decode(value));
            }
        } catch (ContractException e) {
            // PutAsideCheck checks that it became a dead letter.
            definitions.remove(record.offset());
        }
    }

    private boolean isTick(TaskSeen seen) {
        return seen.task().origin() == Origin.TICK
                && seen.task().attempt() == 1
                && run.names().lane(seen.at().topic()) != null;
    }

    private static Tick tick(ExecutionHistory execution, TaskSeen task) {
        OutcomeSeen end = execution.outcomes.isEmpty() ? null : execution.outcomes.get(0);
        return new Tick(task.key().execTime().instant(), task, end);
    }

    private @Nullable Schedule definition(Tick tick) {
        Long version = tick.task().task().scheduleVersion();
        return version == null ? null : definitions.get(version);
    }

    private void checkTicks(List<Tick> all, Findings findings) {
        all.sort(Comparator.comparing(Tick::begun));
        Map<Schedule, Integer> runs = new HashMap<>();
        Tick last = null;
        for (Tick tick : all) {
            Schedule schedule = definition(tick);
            if (schedule != null) {
                checkOverlap(schedule, last, tick, findings);
                checkAfterEnd(schedule, last, tick, findings);
                checkParents(schedule, tick, findings);
                Long most = schedule.when().maxRuns();
                int count = runs.merge(schedule, 1, Integer::sum);
                if (most != null && count > most) {
                    violated(tick, findings, Guarantee.G1, "is run " + count + " of " + most);
                }
            }
            last = tick;
        }
    }

    private void checkOverlap(Schedule schedule, @Nullable Tick last, Tick tick, Findings findings) {
        Schedule before = last == null ? null : definition(last);
        boolean mustNotOverlap =
                schedule.overlap() != Overlap.ALLOW && before != null && before.overlap() != Overlap.ALLOW;
        if (last == null || !mustNotOverlap) {
            return;
        }
        findings.count(CountNames.MUST_NOT_OVERLAP);
        if (tick.begun().isBefore(last.ended()) && tick.begun().isBefore(longest(last))) {
            violated(
                    tick,
                    findings,
                    Guarantee.G11,
                    "was dispatched while " + last.task().key() + " was open");
        }
    }

    /** Until when an execution without an outcome delays the next one. */
    private static Instant longest(Tick tick) {
        Instant deadline = Objects.requireNonNull(tick.task().task().deadline());
        return deadline.plus(tick.task().task().work().timeout());
    }

    private void checkAfterEnd(Schedule schedule, @Nullable Tick last, Tick tick, Findings findings) {
        Duration delay = schedule.when().afterEnd();
        Schedule before = last == null ? null : definition(last);
        if (delay == null || last == null || !schedule.equals(before)) {
            return;
        }
        Instant earliest =
                last.ended().equals(Instant.MAX) ? longest(last) : last.ended().plus(delay);
        if (tick.instant().isBefore(earliest)) {
            violated(
                    tick,
                    findings,
                    Guarantee.G1,
                    "comes less than " + delay + " after the end of "
                            + last.task().key());
        }
    }

    private void checkParents(Schedule schedule, Tick tick, Findings findings) {
        for (String parent : schedule.when().dependsOn()) {
            findings.count(CountNames.DEPENDENCIES);
            if (!hasEnded(schedule, parent, tick)) {
                violated(
                        tick,
                        findings,
                        Guarantee.G1,
                        "was dispatched before " + parent + " had ended as asked for at this instant");
            }
        }
    }

    private boolean hasEnded(Schedule schedule, String parent, Tick tick) {
        Instant until = tick.begun().plus(options.clockBound());
        for (ExecutionHistory execution : executions.all()) {
            if (!execution.key().startsWith(parent + ":")) {
                continue;
            }
            for (OutcomeSeen seen : execution.outcomes) {
                boolean inTime = !seen.at().appended().isAfter(until);
                if (inTime
                        && isOutcomeOf(seen.outcome(), tick.instant())
                        && isAsAskedFor(schedule, seen.outcome().status())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isOutcomeOf(Outcome outcome, Instant instant) {
        SkippedRange range = outcome.skipped();
        return range == null
                ? outcome.key().execTime().instant().equals(instant)
                : !instant.isBefore(range.first()) && !instant.isAfter(range.last());
    }

    private static boolean isAsAskedFor(Schedule schedule, OutcomeStatus status) {
        return switch (schedule.when().dependsOnEnd()) {
            case SUCCEEDED -> status == OutcomeStatus.SUCCEEDED;
            case FAILED -> status == OutcomeStatus.FAILED || status == OutcomeStatus.EXPIRED;
            case ENDED -> true;
        };
    }

    private static void violated(Tick tick, Findings findings, Guarantee guarantee, String what) {
        findings.violated(guarantee, tick.task().key().toString(), tick.task().at(), what);
    }
}
