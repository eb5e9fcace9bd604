package dev.carillon.console.history.schedule;

import dev.carillon.console.history.schedule.ScheduleFilter.Standing;
import dev.carillon.schemas.schedule.Schedule;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A schedule with its current definition and state.
 *
 * @param schedule null when its record can't be read
 * @param version the offset of its definition record
 * @param appended append time of that record
 * @param taken the offset of the newest definition that the trigger has reported as applied; null if it reported none
 * @param problem why it is BROKEN
 */
public record ScheduleEntry(
        String taskId,
        @Nullable Schedule schedule,
        long version,
        Instant appended,
        @Nullable Long taken,
        @Nullable String problem) {

    /** Whether the trigger has applied this version. */
    public boolean inForce() {
        return taken != null && taken >= version && problem == null;
    }

    public Standing standing() {
        if (schedule == null || problem != null) {
            return Standing.BROKEN;
        }
        return schedule.enabled() ? Standing.ACTIVE : Standing.PAUSED;
    }
}
