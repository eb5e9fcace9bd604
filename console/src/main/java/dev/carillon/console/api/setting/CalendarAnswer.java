package dev.carillon.console.api.setting;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.carillon.client.schedule.Calendars;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.schedule.Calendar;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A calendar as JSON. That of a dry run has neither version nor time.
 *
 * @param dryRun left out unless true
 */
record CalendarAnswer(
        String name,
        @Nullable Long version,
        @Nullable Instant appended,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean dryRun,
        JsonNode definition) {
    static CalendarAnswer of(Calendars.Stored stored) {
        return new CalendarAnswer(
                stored.calendar().name(), stored.version(), stored.appended(), false, definition(stored.calendar()));
    }

    static CalendarAnswer dryRun(Calendar calendar) {
        return new CalendarAnswer(calendar.name(), null, null, true, definition(calendar));
    }

    private static JsonNode definition(Calendar calendar) {
        return Json.read(Kind.CALENDAR.encode(calendar));
    }
}
