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

/** When schedules fire, by the trigger's own rules. */
public interface Forecast {
    /**
     * What a schedule plans.
     *
     * @throws dev.carillon.schemas.error.ContractException for one that the trigger could not use either
     */
    Plan of(Schedule schedule, Known known);

    /** What a definition plans of which nothing else is known. */
    default Plan of(Schedule schedule) {
        return of(schedule, Known.NOTHING);
    }

    /**
     * What is known beside a definition.
     *
     * @param marker what the trigger remembers of the schedule; null if nothing
     * @param calendars by name; null for one that does not exist
     * @param schedules by taskId; null for one that does not exist
     */
    record Known(
            @Nullable Marker marker,
            Function<String, @Nullable CalendarDays> calendars,
            Function<String, @Nullable Schedule> schedules) {
        private static final CalendarDays ALL_DAYS =
                CalendarDays.of(new Calendar("all", null, List.of(), List.of(), List.of(), Map.of()));

        /** Without calendars: then none leaves out a day. */
        public static final Known NOTHING = new Known(null, name -> ALL_DAYS, taskId -> null);
    }

    /** What one definition plans. */
    interface Plan {
        /** The zone that its wall clock stands in; UTC for one that knows no wall clock. */
        ZoneId zone();

        /** When it fires, in words that begin a sentence: {@code At 06:00 on Monday to Friday}. */
        String words();

        /** The spelling that expressions of equal meaning share; null for what is no expression. */
        @Nullable
        String normalForm();

        /** What its author may not have meant, as of that instant. */
        List<Caution> cautions(Instant now);

        /** The next fires due after the instant, in the order in which they are due; what is left out is none. */
        List<Fire> next(Instant after, int count);

        /**
         * How many instants it plans from the first until before the second, whatever a calendar leaves out of them; one more
         * than the given number stands for any more.
         */
        long planned(Instant from, Instant before, long most);

        /** Whether it will fire, and if not, why. */
        Prospect prospect(Instant now);

        /** What it plans by nominal instants from the first until before the second, and what of that is left out. */
        Preview within(Instant from, Instant to, int most, Instant now);
    }

    /**
     * One planned instant.
     *
     * @param at the nominal instant, which names the execution
     * @param due when it fires: later than that by its jitter
     * @param local the wall clock of the nominal instant in the zone of the plan
     * @param change how a clock change touches it; null for almost all
     * @param leftOut why it does not become a task; null if nothing speaks against it
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
     * @param words fit to stand behind the schedule's name and a colon
     * @param step the command that goes on from there; null where nothing need be done
     */
    record Prospect(State state, String words, @Nullable String step) {}

    /** How a schedule stands. */
    enum State {
        /** Its next tick is known. */
        ACTIVE,
        /** It goes by ends that have not come. */
        WAITS_FOR_ENDS,
        COMPLETE,
        PAUSED,
        /** By the trigger. */
        PAUSED_BY_FAILURES,
        NO_DAY_COUNTS,
        CALENDAR_MISSING,
        BROKEN
    }

    /**
     * What is planned within a time.
     *
     * @param more the first instant that was left away, as there were too many; null if none was
     * @param notes what has to be known to read it, as sentences
     */
    record Preview(List<Fire> fires, @Nullable Instant more, List<String> notes) {}

    /**
     * What the author of an expression may not have meant.
     *
     * @param kind a stable word for programs
     * @param message a sentence for people
     * @param instead an expression that may be better; null where there is none
     */
    record Caution(String kind, String message, @Nullable String instead) {}

    /** How a clock change touches a fire. */
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
