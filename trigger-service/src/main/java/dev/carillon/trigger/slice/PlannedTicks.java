package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.CalendarDays;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.trigger.catalogue.Standing;
import dev.carillon.trigger.cron.Jitter;
import dev.carillon.trigger.cron.Timing;
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
 * @param taskId whose; empty where it makes no difference, so that schedules that fire together are reckoned together
 * @param days which of them lie on days that count
 * @param requested nominal instants that somebody asked to skip
 */
record PlannedTicks(
        String taskId,
        Timing timing,
        Jitter jitter,
        @Nullable Days days,
        Set<Instant> requested) {
    /** A day more than instants may lie at: somewhere it is that date already. */
    private static final LocalDate LAST_DATE =
            LocalDate.ofInstant(Timing.LAST, ZoneOffset.UTC).plusDays(1);

    /**
     * The days of a calendar, for a schedule of a zone.
     *
     * @param calendar null where the one that the schedule names does not exist
     */
    record Days(@Nullable CalendarDays calendar, ZoneId zone) {
        @Nullable
        SkipReason against(Instant nominal) {
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

    static PlannedTicks of(Standing standing, Timing timing, Draft draft) {
        Schedule schedule = standing.schedule();
        return onDays(standing, timing, schedule == null ? null : days(schedule, draft));
    }

    private static @Nullable Days days(Schedule schedule, Draft draft) {
        return days(schedule, draft.calendars::named);
    }

    /** The days of a schedule's calendar where nothing is being decided. */
    static @Nullable Days days(Schedule schedule, Surroundings surroundings) {
        return days(schedule, surroundings::calendar);
    }

    private static @Nullable Days days(Schedule schedule, Function<String, @Nullable CalendarDays> calendars) {
        String name = schedule.when().calendar();
        return name == null
                ? null
                : new Days(calendars.apply(name), Timing.zone(schedule.when().zone()));
    }

    /** Why a tick that is due becomes no task, or null if nothing speaks against it. */
    static @Nullable SkipReason against(Standing standing, Schedule schedule, Instant nominal, Draft draft) {
        if (!draft.queueExists(schedule.work().queue())) {
            return SkipReason.BROKEN;
        }
        if (standing.arrangements().skipping().contains(nominal)) {
            return SkipReason.REQUESTED;
        }
        Days days = days(schedule, draft);
        return days == null ? null : days.against(nominal);
    }

    static PlannedTicks onDays(Standing standing, Timing timing, @Nullable Days days) {
        Jitter jitter = standing.jitter();
        return new PlannedTicks(
                jitter.isNone() ? "" : standing.taskId(),
                timing,
                jitter,
                days,
                Set.copyOf(standing.arrangements().skipping()));
    }

    /** Why a tick becomes no task, or null if nothing speaks against it. */
    @Nullable
    SkipReason against(Instant nominal) {
        if (requested.contains(nominal)) {
            return SkipReason.REQUESTED;
        }
        return days == null ? null : days.against(nominal);
    }

    /** The last instant of the day of one that the calendar leaves out: what it leaves out it leaves out for the whole day. */
    Instant lastOfDay(Instant nominal) {
        return days == null ? nominal : days.nextDay(nominal).minusNanos(1);
    }

    /** The first instant after one that the calendar leaves out, on a day that counts. */
    Optional<Instant> nextOnADayThatCounts(Instant nominal) {
        if (days == null || days.calendar() == null) {
            return next(nominal);
        }
        return days.calendar()
                .nextThatCounts(nominal, days.zone(), LAST_DATE)
                .flatMap(day -> timing.next(day.minusNanos(1)));
    }

    /** The first nominal instant that can be due after an instant. */
    Optional<Instant> firstDueAfter(Instant after) {
        return timing.next(after.minus(jitter.longest()));
    }

    Optional<Instant> next(Instant nominal) {
        return timing.next(nominal);
    }

    /** Up to when all nominal instants are due within the same time as this one, and the same is to be said of them. */
    Instant alikeUpTo(Instant nominal, Instant after, Instant until) {
        // Before the gap and close to its end the jitter decides of each.
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

    boolean isDueWithin(Instant nominal, Instant after, Instant until) {
        if (jitter.isNone()) {
            return nominal.isAfter(after) && !nominal.isAfter(until);
        }
        Instant due = jitter.due(taskId, nominal);
        return due.isAfter(after) && !due.isAfter(until);
    }
}
