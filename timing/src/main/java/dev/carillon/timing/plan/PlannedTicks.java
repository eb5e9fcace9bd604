package dev.carillon.timing.plan;

import dev.carillon.schemas.schedule.CalendarDays;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.timing.cron.Jitter;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.state.ScheduleState;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is planned for one schedule: its nominal instants, when each is due, and which of them don't become tasks.
 *
 * @param taskId set only if a jitter depends on it, so that schedules of one timing are equal
 * @param days the days that count; null if all do
 * @param requested nominal instants that commands skip
 */
public record PlannedTicks(
        String taskId,
        Timing timing,
        Jitter jitter,
        @Nullable Days days,
        Set<Instant> requested) {
    /** The day after the last instant in UTC, as some zones have that date already. */
    private static final LocalDate LAST_DATE =
            LocalDate.ofInstant(Timing.LAST, ZoneOffset.UTC).plusDays(1);

    /**
     * The days of a calendar, for a schedule of a zone.
     *
     * @param calendar null where the one that the schedule names does not exist
     */
    public record Days(@Nullable CalendarDays calendar, ZoneId zone) {
        @Nullable
        public SkipReason against(Instant nominal) {
            if (calendar == null) {
                return SkipReason.BROKEN;
            }
            return calendar.count(nominal, zone) ? null : SkipReason.CALENDAR;
        }

        /** When the next day begins. */
        Instant nextDay(Instant nominal) {
            return calendar == null ? nominal.plusNanos(1) : calendar.nextDay(nominal, zone);
        }
    }

    /**
     * The ticks of a schedule in its present state.
     *
     * @param calendars by name; null for one that does not exist
     */
    public static PlannedTicks of(
            ScheduleState state, Timing timing, Function<String, @Nullable CalendarDays> calendars) {
        Schedule schedule = state.schedule();
        return onDays(state, timing, schedule == null ? null : days(schedule, calendars));
    }

    /** The days of a schedule's calendar; null if it names none. */
    public static @Nullable Days days(Schedule schedule, Function<String, @Nullable CalendarDays> calendars) {
        String name = schedule.when().calendar();
        return name == null
                ? null
                : new Days(calendars.apply(name), Timing.zone(schedule.when().zone()));
    }

    public static PlannedTicks onDays(ScheduleState state, Timing timing, @Nullable Days days) {
        Jitter jitter = state.jitter();
        return new PlannedTicks(
                jitter.isNone() ? "" : state.taskId(),
                timing,
                jitter,
                days,
                Set.copyOf(state.overrides().skipping()));
    }

    /** Why a tick becomes no task; null if it becomes one. */
    @Nullable
    public SkipReason against(Instant nominal) {
        if (requested.contains(nominal)) {
            return SkipReason.REQUESTED;
        }
        return days == null ? null : days.against(nominal);
    }

    /** The last instant of the same day: a calendar counts or leaves out whole days. */
    Instant lastOfDay(Instant nominal) {
        return days == null ? nominal : days.nextDay(nominal).minusNanos(1);
    }

    /** The first instant after one that the calendar leaves out, on a day that counts. */
    public Optional<Instant> nextOnADayThatCounts(Instant nominal) {
        if (days == null || days.calendar() == null) {
            return next(nominal);
        }
        return days.calendar()
                .nextThatCounts(nominal, days.zone(), LAST_DATE)
                .flatMap(day -> timing.next(day.minusNanos(1)));
    }

    /** The first nominal instant that can be due after an instant. */
    public Optional<Instant> firstDueAfter(Instant after) {
        return timing.next(after.minus(jitter.longest()));
    }

    public Optional<Instant> next(Instant nominal) {
        return timing.next(nominal);
    }

    /** Up to when all nominal instants are due in the gap like this one, with the same reason to be skipped or none. */
    public Instant alikeUpTo(Instant nominal, Instant after, Instant until) {
        // Near both ends of the gap the jitter decides for each tick whether it is due within.
        if (requested.contains(nominal) || !nominal.isAfter(after)) {
            return nominal;
        }
        Instant end = until.minus(jitter.longest());
        if (days != null && days.calendar() != null && lastOfDay(nominal).isBefore(end)) {
            end = lastOfDay(nominal);
        }
        for (Instant other : requested) {
            if (other.isAfter(nominal) && !other.isAfter(end)) {
                end = other.minusNanos(1);
            }
        }
        return end.isAfter(nominal) ? end : nominal;
    }

    public boolean isDueWithin(Instant nominal, Instant after, Instant until) {
        if (jitter.isNone()) {
            return nominal.isAfter(after) && !nominal.isAfter(until);
        }
        Instant due = jitter.due(taskId, nominal);
        return due.isAfter(after) && !due.isAfter(until);
    }
}
