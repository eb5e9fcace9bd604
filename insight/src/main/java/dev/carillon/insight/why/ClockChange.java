package dev.carillon.insight.why;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.TextStyle;
import java.time.zone.ZoneOffsetTransition;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A local time that the clocks of a zone skip or repeat.
 *
 * @param rule the schedule's gap or fold for such times, as definitions spell it; null if it does not apply
 */
public record ClockChange(
        ZoneId zone,
        LocalDateTime local,
        ZoneOffsetTransition change,
        @Nullable String rule) {

    ClockChange withRule(String newRule) {
        return new ClockChange(zone, local, change, newRule);
    }

    String sentence() {
        String name = local.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
        LocalTime time = local.toLocalTime();
        return time + " on " + name + " " + local.toLocalDate() + " "
                + (change.isGap()
                        ? "does not exist in " + zone + ": the clocks go"
                        : "comes twice in " + zone + ": the clocks go back")
                + " from " + beside(change.getDateTimeBefore(), change.getDateTimeAfter()) + " to "
                + beside(change.getDateTimeAfter(), change.getDateTimeBefore()) + ".";
    }

    /** Adds the date if the other time is on another day. */
    private static String beside(LocalDateTime time, LocalDateTime other) {
        return time.toLocalDate().equals(other.toLocalDate())
                ? time.toLocalTime().toString()
                : time.toLocalDate() + " " + time.toLocalTime();
    }

    /** A clock change as JSON, with times of day as Java writes them: without seconds if they are zero. */
    record ChangeAnswer(
            String kind,
            String zone,
            String local,
            Instant at,
            String from,
            String to,

            @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable
            String rule) {}

    @JsonValue
    ChangeAnswer answer() {
        return new ChangeAnswer(
                change.isGap() ? "GAP" : "FOLD",
                zone.getId(),
                local.toString(),
                change.getInstant(),
                change.getDateTimeBefore().toString(),
                change.getDateTimeAfter().toString(),
                rule);
    }
}
