package dev.carillon.console.api.schedule;

import dev.carillon.schemas.record.Schedule;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** When schedules fire, by the trigger's own rules. */
public interface Forecast {
    /**
     * What a schedule plans.
     *
     * @throws dev.carillon.schemas.error.ContractException for one that the trigger could not use either
     */
    Plan of(Schedule schedule);

    /** What one definition plans; a function of the definition alone. */
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

        /** The next fires after the instant, in order. */
        List<Fire> next(Instant after, int count);
    }

    /**
     * One planned instant.
     *
     * @param local the wall clock in the zone of the plan
     * @param change how a clock change touches it; null for almost all
     */
    record Fire(Instant at, OffsetDateTime local, @Nullable ClockChange change) {}

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
