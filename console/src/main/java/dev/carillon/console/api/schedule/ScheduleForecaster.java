package dev.carillon.console.api.schedule;

import dev.carillon.schemas.record.Calendar;
import dev.carillon.schemas.record.CalendarDays;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkipReason;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Port to the trigger's own rules for when schedules fire, as the console must not depend on the trigger. */
public interface ScheduleForecaster {
    /**
     * The plan of a schedule.
     *
     * @throws dev.carillon.schemas.error.ContractException if the trigger could not use the schedule either
     */
    Plan of(Schedule schedule, Known known);

    /** The plan of a definition without a marker, calendars or other schedules. */
    default Plan of(Schedule schedule) {
        return of(schedule, Known.NOTHING);
    }

    /**
     * Context of a definition.
     *
     * @param marker the trigger's state of the schedule; null if there is none
     * @param calendars by name; null for one that does not exist
     * @param schedules by taskId; null for one that does not exist
     */
    record Known(
            @Nullable Marker marker,
            Function<String, @Nullable CalendarDays> calendars,
            Function<String, @Nullable Schedule> schedules) {
        private static final CalendarDays ALL_DAYS =
                CalendarDays.of(new Calendar("all", null, List.of(), List.of(), List.of(), Map.of()));

        /** No context; every calendar includes all days. */
        public static final Known NOTHING = new Known(null, name -> ALL_DAYS, taskId -> null);
    }

    /** The fires of one definition. */
    interface Plan {
        /** The zone of its local times; UTC if it has none. */
        ZoneId zone();

        /** When it fires, in words that begin a sentence: {@code At 06:00 on Monday to Friday}. */
        String words();

        /** The spelling that cron expressions of equal meaning share; null without an expression. */
        @Nullable
        String normalForm();

        /** Warnings about what its author may not have meant, as of {@code now}. */
        List<Caution> cautions(Instant now);

        /** The next fires due after the instant, in due order, without those that are left out. */
        List<Fire> next(Instant after, int count);

        /**
         * The number of instants from {@code from} to before {@code before}, with those that a calendar leaves out;
         * counted up to {@code most + 1}.
         */
        long planned(Instant from, Instant before, long most);

        /** Whether it will fire, and if not, why. */
        Prospect prospect(Instant now);

        /** The fires with nominal instants from {@code from} to before {@code to}, with those that are left out. */
        Preview within(Instant from, Instant to, int most, Instant now);
    }

    /**
     * One planned instant.
     *
     * @param at the nominal instant, which names the execution
     * @param due when it fires: the nominal instant plus its jitter
     * @param local the wall clock of the nominal instant in the zone of the plan
     * @param change how a clock change affects it; null for most
     * @param leftOut why it becomes no task; null if it becomes one
     */
    record Fire(
            Instant at,
            Instant due,
            OffsetDateTime local,
            @Nullable ClockChange change,
            @Nullable SkipReason leftOut) {}

    /**
     * Whether a schedule will fire, and if not, why.
     *
     * @param state a stable word for programs
     * @param words to follow the schedule's name and a colon
     * @param step the command to run next; null if nothing is to be done
     */
    record Prospect(State state, String words, @Nullable String step) {}

    /** State of a schedule. */
    enum State {
        /** Its next tick is known. */
        ACTIVE,
        /** It waits for executions to end. */
        WAITS_FOR_ENDS,
        COMPLETE,
        PAUSED,
        /** Paused by the trigger. */
        PAUSED_BY_FAILURES,
        NO_DAY_COUNTS,
        CALENDAR_MISSING,
        BROKEN
    }

    /**
     * The fires in a time range.
     *
     * @param more the first instant beyond the limit; null if all fit
     * @param notes sentences that explain the list
     */
    record Preview(List<Fire> fires, @Nullable Instant more, List<String> notes) {}

    /**
     * A warning about what the author of an expression may not have meant.
     *
     * @param kind a stable word for programs
     * @param message a sentence for people
     * @param instead an expression that may be better; null if there is none
     */
    record Caution(String kind, String message, @Nullable String instead) {}

    /** How a clock change affects a fire. */
    enum ClockChange {
        GAP("The clocks skip its local time on this day, so it fires when they have changed."),
        FOLD_FIRST("Its local time comes twice on this day; this is the first of the two."),
        FOLD_SECOND("Its local time comes twice on this day; this is the second of the two.");

        private final String words;

        ClockChange(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }
}
