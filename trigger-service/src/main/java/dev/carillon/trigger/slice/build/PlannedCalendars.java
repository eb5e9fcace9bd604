package dev.carillon.trigger.slice.build;

import dev.carillon.schemas.schedule.CalendarDays;
import dev.carillon.trigger.catalogue.CalendarsInForce;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** The calendars as they are after what a slice has applied so far. */
public final class PlannedCalendars {
    private final CalendarsInForce committed;
    private final Map<String, Optional<CalendarDays>> applied = new HashMap<>();

    PlannedCalendars(CalendarsInForce committed) {
        this.committed = committed;
    }

    @Nullable
    public CalendarDays named(String name) {
        Optional<CalendarDays> newer = applied.get(name);
        return newer != null ? newer.orElse(null) : committed.named(name);
    }

    public void put(String name, @Nullable CalendarDays days) {
        applied.put(name, Optional.ofNullable(days));
    }

    /** The schedules that named it when the slice began. */
    public SortedSet<String> users(String name) {
        return committed.users(name);
    }
}
