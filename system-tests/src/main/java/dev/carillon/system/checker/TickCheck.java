package dev.carillon.system.checker;

import dev.carillon.schemas.record.SkipReason;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.system.checker.TickBook.Ticks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** G1: every instant that the catalogue planned has exactly one Task or one place in a SKIPPED, and no other has. */
final class TickCheck implements Check {
    /**
     * By so much a tick may be appended before its instant, when it is committed. When that was no record says; a worker that
     * saw it too early is found by what it started.
     */
    private static final Duration WRITTEN_AHEAD = Duration.ofMillis(25);

    private final Run run;
    private final Executions executions;
    private final CheckerOptions options;
    private LeftWaiting left = new LeftWaiting();

    TickCheck(Run run, Executions executions, CheckerOptions options) {
        this.run = run;
        this.executions = executions;
        this.options = options;
    }

    @Override
    public void look(Findings findings) {
        SliceChain chain = SliceChain.of(run, findings);
        left = LeftWaiting.in(run);
        TickBook book = TickBook.of(run, executions, chain, findings);
        book.all().forEach((taskId, ticks) -> {
            forgiveTheComplete(ticks);
            judge(taskId, ticks, findings);
        });
        new DaysCheck(CalendarHistory.of(run, executions, chain), options).look(book, findings);
        new SkipNextCheck(run, executions, chain, options).look(book, findings);
    }

    /** A schedule that has had its runs owes no more; until the trigger says so a later tick may still be skipped. */
    private static void forgiveTheComplete(Ticks ticks) {
        long most = ticks.owed.keySet().stream()
                .map(instant -> Objects.requireNonNull(ticks.version(instant))
                        .schedule()
                        .when()
                        .maxRuns())
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

    private void judge(String taskId, Ticks ticks, Findings findings) {
        findings.count(Counts.TICKS_OWED, ticks.reckoned ? ticks.owed.size() : 0);
        ticks.dispatched.forEach((instant, tasks) -> {
            findings.count(Counts.TICKS_DISPATCHED);
            dispatched(taskId, ticks, instant, tasks, findings);
        });
        ticks.skipped.forEach(skip -> skipped(ticks, skip, findings));
        if (ticks.reckoned) {
            ticks.owed.forEach((instant, line) -> placed(taskId, ticks, instant, line, findings));
            ticks.possible.forEach((instant, line) -> placed(taskId, ticks, instant, line, findings));
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
        Instant due = due(last, instant);
        Duration ahead = WRITTEN_AHEAD.plus(options.clockBound());
        if (last.at().appended().plus(ahead).isBefore(due)) {
            findings.violated(
                    Guarantee.G1,
                    key,
                    last.at(),
                    "was dispatched at " + last.at().appended() + ", before "
                            + (due.equals(instant) ? "its instant" : due + ", to which it was put off"));
        }
        putOff(ticks, key, instant, tasks, findings);
        Line line = ticks.line(instant);
        if (ticks.reckoned && (line == null || !line.mayOwe(instant, due, due))) {
            findings.violated(Guarantee.G1, key, last.at(), "was dispatched, but no version in force planned it");
        }
    }

    private static Instant due(TaskSeen task, Instant instant) {
        Instant notBefore = task.task().notBefore();
        return notBefore == null ? instant : notBefore;
    }

    /** Each copy is put off alike, never to before its instant, and by no more than the jitter. */
    private static void putOff(Ticks ticks, String key, Instant instant, List<TaskSeen> tasks, Findings findings) {
        Line line = ticks.line(instant);
        Instant latest = line == null ? Instant.MAX : instant.plus(line.widest());
        Instant first = due(tasks.get(0), instant);
        for (TaskSeen task : tasks) {
            Instant due = due(task, instant);
            if (!due.equals(instant)) {
                findings.count(Counts.PUT_OFF);
            }
            if (due.isBefore(instant) || due.isAfter(latest)) {
                findings.violated(
                        Guarantee.G1,
                        key,
                        task.at(),
                        "is put off to " + due + ", which is not between its instant and " + latest);
            } else if (!due.equals(first)) {
                findings.violated(
                        Guarantee.G1, key, task.at(), "is put off to " + due + " here and to " + first + " before");
            }
        }
    }

    private void skipped(Ticks ticks, ResultSeen seen, Findings findings) {
        SkippedRange range = seen.result().skipped();
        if (range == null) {
            return;
        }
        findings.count(Counts.TICKS_SKIPPED, range.count());
        String key = seen.result().key().toString();
        long least = ticks.owed.subMap(range.first(), range.last().plusNanos(1)).size();
        long most = ticks.placesIn(range).size();
        if (ticks.reckoned && (range.count() < least || range.count() > most)) {
            findings.violated(
                    Guarantee.G1,
                    key,
                    seen.at(),
                    "skips " + range.count() + " ticks up to " + range.last() + ", but " + least
                            + (most == least ? "" : " to " + most) + " were owed");
        }
        boolean missed = range.reason() == SkipReason.MISSED || range.reason() == SkipReason.COALESCED;
        Version owner = ticks.version(range.last());
        boolean inGap = owner != null && !owner.schedule().enabled();
        boolean late = !seen.at().appended().minus(options.grace()).isBefore(range.last());
        if (missed && !late && !inGap) {
            findings.violated(
                    Guarantee.G1, key, seen.at(), "skips " + range.last() + " as missed, though it was in time");
        }
    }

    /** Exactly one Task or exactly one place in a SKIPPED. */
    private void placed(String taskId, Ticks ticks, Instant instant, Line line, Findings findings) {
        boolean dispatched = ticks.dispatched.containsKey(instant);
        long skips = ticks.skipped.stream()
                .map(seen -> seen.result().skipped())
                .filter(range -> range != null && !instant.isBefore(range.first()) && !instant.isAfter(range.last()))
                .count();
        String key = taskId + ":" + instant;
        Version version = line.versionAt(instant);
        boolean certain = ticks.owed.containsKey(instant);
        boolean open = version.undecided() || left.holds(taskId, instant, line.widest());
        if (certain && !dispatched && skips == 0 && !open) {
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
