package dev.carillon.system.checker;

import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.record.Origin;
import dev.carillon.schemas.record.SkippedRange;
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

/** Which ticks each schedule owed, and what became of them. */
final class TickBook {
    private final Run run;
    private final Map<String, Ticks> byTask = new TreeMap<>();

    /** What is known of the ticks of one taskId. */
    static final class Ticks {
        final List<Line> lines = new ArrayList<>();
        /** Instants that must have a place. */
        final SortedMap<Instant, Line> owed = new TreeMap<>();
        /** Instants that may have one: they lie so near the end of a version that it depends on how far they are put off. */
        final SortedMap<Instant, Line> possible = new TreeMap<>();

        final SortedMap<Instant, List<TaskSeen>> dispatched = new TreeMap<>();
        final List<ResultSeen> skipped = new ArrayList<>();
        boolean reckoned = true;

        @Nullable
        Line line(Instant instant) {
            Line certain = owed.get(instant);
            return certain == null ? possible.get(instant) : certain;
        }

        @Nullable
        Version version(Instant instant) {
            Line line = line(instant);
            return line == null ? null : line.versionAt(instant);
        }

        /** The instants that have a place in a range. */
        NavigableSet<Instant> placesIn(SkippedRange range) {
            NavigableSet<Instant> places = new TreeSet<>(
                    owed.subMap(range.first(), range.last().plusNanos(1)).keySet());
            possible.subMap(range.first(), range.last().plusNanos(1)).keySet().stream()
                    .filter(instant -> !dispatched.containsKey(instant))
                    .forEach(places::add);
            return places;
        }
    }

    private TickBook(Run run) {
        this.run = run;
    }

    static TickBook of(Run run, Executions executions, SliceChain chain, Findings findings) {
        TickBook book = new TickBook(run);
        for (Version version : CatalogueHistory.of(run, executions, chain)) {
            Ticks ticks = book.ticks(version.schedule().taskId());
            Line last = ticks.lines.isEmpty() ? null : ticks.lines.get(ticks.lines.size() - 1);
            if (last == null || !last.goesOnWith(version)) {
                ticks.lines.add(new Line(version));
            }
        }
        book.byTask.values().forEach(ticks -> ticks.lines.forEach(line -> owe(ticks, line, findings)));
        executions.all().forEach(book::decided);
        return book;
    }

    Map<String, Ticks> all() {
        return byTask;
    }

    private Ticks ticks(String taskId) {
        return byTask.computeIfAbsent(taskId, name -> new Ticks());
    }

    private static void owe(Ticks ticks, Line line, Findings findings) {
        Optional<SortedSet<Instant>> planned = line.planned();
        if (planned.isEmpty()) {
            findings.count(Counts.NOT_RECKONED);
            ticks.reckoned = false;
            return;
        }
        for (Instant instant : planned.get()) {
            if (line.certainlyOwes(instant)) {
                ticks.owed.putIfAbsent(instant, line);
            } else if (line.mayOwe(instant, instant, instant.plus(line.widest()))) {
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

    /** Dispatched by the trigger: other roles copy a tick only into other topics. */
    private boolean isTick(TaskSeen task) {
        return task.task().origin() == Origin.TICK
                && task.task().attempt() == 1
                && run.names().lane(task.at().topic()) != null
                && !task.at().headers().containsKey(Headers.REHOMED);
    }
}
