package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.Calendar;
import dev.carillon.schemas.record.CalendarDays;
import dev.carillon.schemas.record.Schedule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What has to be known of a cluster, beside a schedule itself, to say what it plans. */
public interface Surroundings {
    /** Where nobody knows of calendars, so that none leaves out a day. */
    Surroundings UNKNOWN = new Surroundings() {
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

    /** Another schedule, as it stands; null where there is none. */
    @Nullable
    Schedule schedule(String taskId);
}
