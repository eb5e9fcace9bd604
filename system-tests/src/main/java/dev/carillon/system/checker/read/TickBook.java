package dev.carillon.system.checker.read;

import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Findings;
import dev.carillon.system.checker.seen.ResultSeen;
import dev.carillon.system.checker.seen.TaskSeen;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which ticks each schedule should have, and how they were decided. */
public final class TickBook {
    private final Run run;
    private final Map<String, Ticks> byTask = new TreeMap<>();

    /** The ticks of one taskId. */
    public static final class Ticks {
        final List<VersionLine> lines = new ArrayList<>();
        /** Instants that must be decided. */
        public final SortedMap<Instant, VersionLine> expected = new TreeMap<>();
        /** Instants near the bounds of a version: by how much they are put off decides whether they belong to it. */
        public final SortedMap<Instant, VersionLine> possible = new TreeMap<>();

        public final SortedMap<Instant, List<TaskSeen>> dispatched = new TreeMap<>();
        public final List<ResultSeen> skipped = new ArrayList<>();
        public boolean computed = true;

        @Nullable
        public VersionLine line(Instant instant) {
            VersionLine certain = expected.get(instant);
            return certain == null ? possible.get(instant) : certain;
        }

        @Nullable
        public DefinitionInForce version(Instant instant) {
            VersionLine line = line(instant);
            return line == null ? null : line.versionAt(instant);
        }

        /** The instants that a skipped range should count. */
        public NavigableSet<Instant> instantsIn(SkippedRange range) {
            NavigableSet<Instant> found = new TreeSet<>(
                    expected.subMap(range.first(), range.last().plusNanos(1)).keySet());
            possible.subMap(range.first(), range.last().plusNanos(1)).keySet().stream()
                    .filter(instant -> !dispatched.containsKey(instant))
                    .forEach(found::add);
            return found;
        }
    }

    private TickBook(Run run) {
        this.run = run;
    }

    public static TickBook of(Run run, Executions executions, SliceChain chain, Findings findings) {
        TickBook book = new TickBook(run);
        for (DefinitionInForce version : CatalogueHistory.of(run, executions, chain)) {
            Ticks ticks = book.ticks(version.schedule().taskId());
            VersionLine last = ticks.lines.isEmpty() ? null : ticks.lines.get(ticks.lines.size() - 1);
            if (last == null || !last.continuesWith(version)) {
                ticks.lines.add(new VersionLine(version));
            }
        }
        book.byTask.values().forEach(ticks -> ticks.lines.forEach(line -> plan(ticks, line, findings)));
        executions.all().forEach(book::decided);
        return book;
    }

    public Map<String, Ticks> all() {
        return byTask;
    }

    private Ticks ticks(String taskId) {
        return byTask.computeIfAbsent(taskId, name -> new Ticks());
    }

    private static void plan(Ticks ticks, VersionLine line, Findings findings) {
        Optional<SortedSet<Instant>> planned = line.planned();
        if (planned.isEmpty()) {
            findings.count(CountNames.NOT_COMPUTED);
            ticks.computed = false;
            return;
        }
        for (Instant instant : planned.get()) {
            if (line.certainlyExpects(instant)) {
                ticks.expected.putIfAbsent(instant, line);
            } else if (line.mayExpect(instant, instant, instant.plus(line.widest()))) {
                ticks.possible.put(instant, line);
            }
        }
    }

    private void decided(ExecutionHistory execution) {
        for (TaskSeen task : execution.tasks) {
            if (isTick(task)) {
                ticks(task.key().taskId())
                        .dispatched
                        .computeIfAbsent(task.key().execTime().instant(), instant -> new ArrayList<>())
                        .add(task);
            }
        }
        for (ResultSeen skip : execution.skips()) {
            ticks(skip.result().key().taskId()).skipped.add(skip);
        }
    }

    /** Whether the trigger dispatched it as a tick; other roles copy ticks into other topics only. */
    private boolean isTick(TaskSeen task) {
        return task.task().origin() == Origin.TICK
                && task.task().attempt() == 1
                && run.names().lane(task.at().topic()) != null
                && !task.at().headers().containsKey(Headers.REHOMED);
    }
}
