package dev.carillon.system.checker;

import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Findings;
import dev.carillon.system.checker.finding.Guarantee;
import dev.carillon.system.checker.read.CalendarHistory;
import dev.carillon.system.checker.read.CountedDay;
import dev.carillon.system.checker.read.DefinitionInForce;
import dev.carillon.system.checker.read.TickBook;
import dev.carillon.system.checker.read.TickBook.Ticks;
import dev.carillon.system.checker.seen.ResultSeen;
import dev.carillon.system.checker.seen.SeenRecord;
import dev.carillon.system.checker.seen.TaskSeen;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** G1: a tick is skipped for its calendar on a day that does not count, and on no other day. */
final class DaysCheck {
    private final CalendarHistory calendars;
    private final CheckerOptions options;

    DaysCheck(CalendarHistory calendars, CheckerOptions options) {
        this.calendars = calendars;
        this.options = options;
    }

    void look(TickBook book, Findings findings) {
        book.all().forEach((taskId, ticks) -> {
            ticks.dispatched.forEach((instant, tasks) -> dispatched(ticks, instant, tasks, findings));
            ticks.skipped.forEach(skip -> skipped(ticks, skip, findings));
        });
    }

    private void dispatched(Ticks ticks, Instant instant, List<TaskSeen> tasks, Findings findings) {
        DefinitionInForce version = ticks.version(instant);
        if (version == null || version.schedule().when().calendar() == null) {
            return;
        }
        findings.count(CountNames.DAYS);
        TaskSeen task = tasks.get(0);
        Instant due = Objects.requireNonNullElse(task.task().notBefore(), instant);
        if (states(version.schedule(), due, task.at()).stream()
                .noneMatch(state -> counts(version.schedule(), state, instant))) {
            findings.violated(
                    Guarantee.G1, task.key().toString(), task.at(), "was dispatched on a day that does not count");
        }
    }

    private void skipped(Ticks ticks, ResultSeen seen, Findings findings) {
        SkippedRange range = seen.result().skipped();
        if (range == null || range.reason() != SkipReason.CALENDAR) {
            return;
        }
        for (Instant instant : ticks.instantsIn(range)) {
            DefinitionInForce version = Objects.requireNonNull(ticks.version(instant));
            findings.count(CountNames.DAYS);
            if (states(version.schedule(), instant, seen.at()).stream()
                    .allMatch(state -> state.isEmpty() || counts(version.schedule(), state, instant))) {
                findings.violated(
                        Guarantee.G1,
                        seen.result().key().toString(),
                        seen.at(),
                        "skips " + instant + " for its calendar, though that day counts");
            }
        }
    }

    private List<Optional<Calendar>> states(Schedule schedule, Instant due, SeenRecord decision) {
        String name = schedule.when().calendar();
        return name == null
                ? List.of()
                : calendars.during(
                        name,
                        new DecidedUpTo(due, schedule.taskId()),
                        decision.appended().plus(options.clockBound()));
    }

    private static boolean counts(Schedule schedule, Optional<Calendar> state, Instant instant) {
        return state.filter(calendar -> CountedDay.is(calendar, date(schedule, calendar, instant)))
                .isPresent();
    }

    private static LocalDate date(Schedule schedule, Calendar calendar, Instant instant) {
        String own = calendar.zone() == null ? schedule.when().zone() : calendar.zone();
        return instant.atZone(ZoneId.of(own == null ? "UTC" : own)).toLocalDate();
    }
}
