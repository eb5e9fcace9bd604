package dev.carillon.schemas.schedule;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.VersionField;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Dates and weekdays on which ticks count or don't, for schedules that name the calendar.
 *
 * @param zone the zone of its days; the schedule's if null
 * @param include dates that always count
 * @param exclude dates that don't count unless included
 * @param weekdays weekdays that count; all if empty
 */
public record Calendar(
        String name,
        @Nullable String zone,
        List<String> include,
        List<String> exclude,
        List<String> weekdays,
        Map<String, RawJson> rest) {
    public static final int V = 1;

    private static final int MAX_DATE = 64;
    private static final int MAX_WEEKDAY = 16;
    private static final int MAX_WEEKDAYS = 7;

    public static Calendar read(Fields f) {
        VersionField.check(f, V);
        return new Calendar(
                f.requiredWord("name", Limits.NAME),
                f.parsed("zone", Limits.ZONE, ZoneNames::spelled),
                f.words("include", Limits.LIST, MAX_DATE, CalendarDays::checkDate),
                f.words("exclude", Limits.LIST, MAX_DATE, CalendarDays::checkDate),
                f.words("weekdays", MAX_WEEKDAYS, MAX_WEEKDAY, CalendarDays::checkWeekday),
                f.rest());
    }

    public void write(FieldWriter out) {
        out.number("v", V, V, V)
                .word("name", name, Limits.NAME)
                .parsed("zone", zone, Limits.ZONE, ZoneNames::spelled)
                .words("include", include, Limits.LIST, MAX_DATE, CalendarDays::checkDate)
                .words("exclude", exclude, Limits.LIST, MAX_DATE, CalendarDays::checkDate)
                .words("weekdays", weekdays, MAX_WEEKDAYS, MAX_WEEKDAY, CalendarDays::checkWeekday)
                .rest(rest);
    }
}
