package dev.carillon.timing.plan;

import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.CalendarDays;
import dev.carillon.schemas.schedule.Schedule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks up the calendars and the other schedules on which a schedule's ticks depend. */
public interface ScheduleLookup {
    /** Knows no other schedules, and takes every calendar for one that leaves out no day. */
    ScheduleLookup UNKNOWN = new ScheduleLookup() {
        private final CalendarDays all =
                CalendarDays.of(new Calendar("all", null, List.of(), List.of(), List.of(), Map.of()));

        @Override
        public CalendarDays calendar(String name) {
            return all;
        }

        @Override
        public @Nullable Schedule schedule(String taskId) {
            return null;
        }
    };

    /** The days of a calendar; null where there is no such calendar. */
    @Nullable
    CalendarDays calendar(String name);

    /** The definition of another schedule; null where there is none. */
    @Nullable
    Schedule schedule(String taskId);
}
