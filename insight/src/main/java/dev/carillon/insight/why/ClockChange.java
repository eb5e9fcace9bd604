package dev.carillon.insight.why;

import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.TextStyle;
import java.time.zone.ZoneOffsetTransition;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

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

    ObjectNode json() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("kind", change.isGap() ? "GAP" : "FOLD")
                .put("zone", zone.getId())
                .put("local", local.toString())
                .put("at", change.getInstant().toString())
                .put("from", change.getDateTimeBefore().toString())
                .put("to", change.getDateTimeAfter().toString())
                .put("rule", rule);
    }
}
