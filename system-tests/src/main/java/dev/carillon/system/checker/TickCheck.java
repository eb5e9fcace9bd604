package dev.carillon.system.checker;

import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Findings;
import dev.carillon.system.checker.finding.Guarantee;
import dev.carillon.system.checker.read.CalendarHistory;
import dev.carillon.system.checker.read.DefinitionInForce;
import dev.carillon.system.checker.read.Executions;
import dev.carillon.system.checker.read.Run;
import dev.carillon.system.checker.read.SliceChain;
import dev.carillon.system.checker.read.TickBook;
import dev.carillon.system.checker.read.TickBook.Ticks;
import dev.carillon.system.checker.read.VersionLine;
import dev.carillon.system.checker.seen.ResultSeen;
import dev.carillon.system.checker.seen.TaskSeen;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** G1: every planned instant has exactly one Task or is in exactly one SKIPPED range, and no other instant is. */
final class TickCheck implements GuaranteeCheck {
    /**
     * A tick may be appended this long before its instant, because it is committed only at the instant. No record shows
     * when that was; a worker that saw the task too early is found by its start time.
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
            dropTicksAfterMaxRuns(ticks);
            checkTicks(taskId, ticks, findings);
        });
        new DaysCheck(CalendarHistory.of(run, executions, chain), options).look(book, findings);
        new SkipNextCheck(run, executions, chain, options).look(book, findings);
    }

    /** After maxRuns tasks no tick is expected, but the trigger may skip later ones until it has applied that. */
    private static void dropTicksAfterMaxRuns(Ticks ticks) {
        long most = ticks.expected.keySet().stream()
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
        ticks.expected
                .keySet()
                .removeIf(instant -> instant.isAfter(last)
                        && ticks.skipped.stream()
                                .map(seen -> seen.result().skipped())
                                .noneMatch(range -> range != null
                                        && !instant.isBefore(range.first())
                                        && !instant.isAfter(range.last())));
    }

    private void checkTicks(String taskId, Ticks ticks, Findings findings) {
        findings.count(CountNames.TICKS_EXPECTED, ticks.computed ? ticks.expected.size() : 0);
        ticks.dispatched.forEach((instant, tasks) -> {
            findings.count(CountNames.TICKS_DISPATCHED);
            dispatched(taskId, ticks, instant, tasks, findings);
        });
        ticks.skipped.forEach(skip -> skipped(ticks, skip, findings));
        if (ticks.computed) {
            ticks.expected.forEach((instant, line) -> placed(taskId, ticks, instant, line, findings));
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
        VersionLine line = ticks.line(instant);
        if (ticks.computed && (line == null || !line.mayExpect(instant, due, due))) {
            findings.violated(Guarantee.G1, key, last.at(), "was dispatched, but no version in force planned it");
        }
    }

    private static Instant due(TaskSeen task, Instant instant) {
        Instant notBefore = task.task().notBefore();
        return notBefore == null ? instant : notBefore;
    }

    /** All copies are put off to the same time, never before the instant, and by no more than the jitter. */
    private static void putOff(Ticks ticks, String key, Instant instant, List<TaskSeen> tasks, Findings findings) {
        VersionLine line = ticks.line(instant);
        Instant latest = line == null ? Instant.MAX : instant.plus(line.widest());
        Instant first = due(tasks.get(0), instant);
        for (TaskSeen task : tasks) {
            Instant due = due(task, instant);
            if (!due.equals(instant)) {
                findings.count(CountNames.PUT_OFF);
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
        findings.count(CountNames.TICKS_SKIPPED, range.count());
        String key = seen.result().key().toString();
        long least =
                ticks.expected.subMap(range.first(), range.last().plusNanos(1)).size();
        long most = ticks.instantsIn(range).size();
        if (ticks.computed && (range.count() < least || range.count() > most)) {
            findings.violated(
                    Guarantee.G1,
                    key,
                    seen.at(),
                    "skips " + range.count() + " ticks up to " + range.last() + ", but " + least
                            + (most == least ? "" : " to " + most) + " were expected");
        }
        boolean missed = range.reason() == SkipReason.MISSED || range.reason() == SkipReason.COALESCED;
        DefinitionInForce owner = ticks.version(range.last());
        boolean inGap = owner != null && !owner.schedule().enabled();
        boolean late = !seen.at().appended().minus(options.grace()).isBefore(range.last());
        if (missed && !late && !inGap) {
            findings.violated(
                    Guarantee.G1, key, seen.at(), "skips " + range.last() + " as missed, though it was in time");
        }
    }

    /** The instant has exactly one Task or is in exactly one SKIPPED range. */
    private void placed(String taskId, Ticks ticks, Instant instant, VersionLine line, Findings findings) {
        boolean dispatched = ticks.dispatched.containsKey(instant);
        long skips = ticks.skipped.stream()
                .map(seen -> seen.result().skipped())
                .filter(range -> range != null && !instant.isBefore(range.first()) && !instant.isAfter(range.last()))
                .count();
        String key = taskId + ":" + instant;
        DefinitionInForce version = line.versionAt(instant);
        boolean certain = ticks.expected.containsKey(instant);
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
