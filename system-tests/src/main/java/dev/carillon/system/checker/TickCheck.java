package dev.carillon.system.checker;

import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.record.Origin;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.schemas.record.SkippedRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** G1: every instant that the catalogue planned has exactly one Task or one place in a SKIPPED, and no other has. */
final class TickCheck implements Check {
    private final Run run;
    private final Executions executions;
    private final CheckerOptions options;
    private LeftWaiting left = new LeftWaiting();

    TickCheck(Run run, Executions executions, CheckerOptions options) {
        this.run = run;
        this.executions = executions;
        this.options = options;
    }

    /** What is known of the instants of one taskId. */
    private static final class Ticks {
        final SortedMap<Instant, Version> owed = new TreeMap<>();
        final SortedMap<Instant, List<TaskSeen>> dispatched = new TreeMap<>();
        final List<ResultSeen> skipped = new ArrayList<>();
        boolean reckoned = true;
    }

    @Override
    public void look(Findings findings) {
        SliceChain chain = SliceChain.of(run, findings);
        left = LeftWaiting.in(run);
        Map<String, Ticks> all = new TreeMap<>();
        for (Version version : CatalogueHistory.of(run, executions, chain)) {
            owe(all.computeIfAbsent(version.schedule().taskId(), taskId -> new Ticks()), version, findings);
        }
        for (ExecutionHistory execution : executions.all()) {
            for (TaskSeen task : execution.tasks) {
                if (isTick(task)) {
                    all.computeIfAbsent(task.key().taskId(), taskId -> new Ticks())
                            .dispatched
                            .computeIfAbsent(task.key().execTime().instant(), instant -> new ArrayList<>())
                            .add(task);
                }
            }
            for (ResultSeen skip : execution.skips()) {
                all.computeIfAbsent(skip.result().key().taskId(), taskId -> new Ticks())
                        .skipped
                        .add(skip);
            }
        }
        all.forEach((taskId, ticks) -> {
            forgiveTheComplete(ticks);
            judge(taskId, ticks, findings);
        });
    }

    /** A schedule that has had its runs owes no more; until the trigger says so a later tick may still be skipped. */
    private static void forgiveTheComplete(Ticks ticks) {
        long most = ticks.owed.values().stream()
                .map(version -> version.schedule().when().maxRuns())
                .mapToLong(runs -> runs == null ? Long.MAX_VALUE : runs)
                .max()
                .orElse(Long.MAX_VALUE);
        if (ticks.dispatched.size() < most) {
            return;
        }
        Instant last = ticks.dispatched.lastKey();
        ticks.owed
                .keySet()
                .removeIf(instant -> instant.isAfter(last)
                        && ticks.skipped.stream()
                                .map(seen -> seen.result().skipped())
                                .noneMatch(range -> range != null
                                        && !instant.isBefore(range.first())
                                        && !instant.isAfter(range.last())));
    }

    /** Dispatched by the trigger: other roles copy a tick only into other topics. */
    private boolean isTick(TaskSeen task) {
        return task.task().origin() == Origin.TICK
                && task.task().attempt() == 1
                && run.names().lane(task.at().topic()) != null
                && !task.at().headers().containsKey(Headers.REHOMED);
    }

    private static void owe(Ticks ticks, Version version, Findings findings) {
        Instant at = version.schedule().when().at();
        if (at != null && !version.owes(at)) {
            // Not after the floor is a missed tick, once; after the end it is owed by nobody yet.
            boolean missed = !at.isAfter(version.floor().due()) && !ticks.owed.containsKey(at);
            if (missed) {
                ticks.owed.put(at, version);
            }
            return;
        }
        Optional<SortedSet<Instant>> planned = PlannedInstants.of(
                version.schedule().when(), version.floor().due(), version.end().due());
        if (planned.isEmpty()) {
            findings.count(Counts.NOT_RECKONED);
            ticks.reckoned = false;
            return;
        }
        planned.get().stream().filter(version::owes).forEach(instant -> ticks.owed.put(instant, version));
    }

    private void judge(String taskId, Ticks ticks, Findings findings) {
        findings.count(Counts.TICKS_OWED, ticks.reckoned ? ticks.owed.size() : 0);
        ticks.dispatched.forEach((instant, tasks) -> {
            findings.count(Counts.TICKS_DISPATCHED);
            dispatched(taskId, ticks, instant, tasks, findings);
        });
        ticks.skipped.forEach(skip -> skipped(ticks, skip, findings));
        if (ticks.reckoned) {
            ticks.owed.forEach((instant, version) -> placed(taskId, ticks, instant, version, findings));
        }
    }

    private void dispatched(String taskId, Ticks ticks, Instant instant, List<TaskSeen> tasks, Findings findings) {
        TaskSeen last = tasks.get(tasks.size() - 1);
        String key = taskId + ":" + instant;
        if (tasks.size() > 1) {
            findings.violated(
                    Guarantee.G1,
                    key,
                    last.at(),
                    "was dispatched " + tasks.size() + " times, first at "
                            + tasks.get(0).at().position());
        }
        if (last.at().appended().plus(options.clockBound()).isBefore(instant)) {
            findings.violated(
                    Guarantee.G1,
                    key,
                    last.at(),
                    "was dispatched at " + last.at().appended() + ", before its instant");
        }
        if (ticks.reckoned && !ticks.owed.containsKey(instant)) {
            findings.violated(Guarantee.G1, key, last.at(), "was dispatched, but no version in force planned it");
        }
    }

    private void skipped(Ticks ticks, ResultSeen seen, Findings findings) {
        SkippedRange range = seen.result().skipped();
        if (range == null) {
            return;
        }
        findings.count(Counts.TICKS_SKIPPED, range.count());
        String key = seen.result().key().toString();
        long places =
                ticks.owed.subMap(range.first(), range.last().plusNanos(1)).size();
        if (ticks.reckoned && places != range.count()) {
            findings.violated(
                    Guarantee.G1,
                    key,
                    seen.at(),
                    "skips " + range.count() + " ticks up to " + range.last() + ", but " + places + " were owed");
        }
        boolean missed = range.reason() == SkipReason.MISSED || range.reason() == SkipReason.COALESCED;
        Version owner = ticks.owed.get(range.last());
        boolean inGap = owner != null && !owner.schedule().enabled();
        boolean late = !seen.at().appended().minus(options.grace()).isBefore(range.last());
        if (missed && !late && !inGap) {
            findings.violated(
                    Guarantee.G1, key, seen.at(), "skips " + range.last() + " as missed, though it was in time");
        }
    }

    /** Exactly one Task or exactly one place in a SKIPPED. */
    private void placed(String taskId, Ticks ticks, Instant instant, Version version, Findings findings) {
        boolean dispatched = ticks.dispatched.containsKey(instant);
        long skips = ticks.skipped.stream()
                .map(seen -> seen.result().skipped())
                .filter(range -> range != null && !instant.isBefore(range.first()) && !instant.isAfter(range.last()))
                .count();
        String key = taskId + ":" + instant;
        if (!dispatched && skips == 0 && !version.undecided() && !left.holds(taskId, instant)) {
            findings.violated(
                    Guarantee.G1,
                    key,
                    version.at(),
                    "was planned by this version, but has neither a task nor a place in a skipped range");
        }
        if (skips + (dispatched ? 1 : 0) > 1) {
            findings.violated(
                    Guarantee.G1,
                    key,
                    version.at(),
                    "is decided more than once: " + (dispatched ? "a task and " : "") + skips + " skipped range(s)");
        }
    }
}
