package dev.carillon.console.history;

import dev.carillon.console.history.ScheduleFilter.Standing;
import dev.carillon.schemas.record.Schedule;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as it stands.
 *
 * @param schedule null when its record can't be read
 * @param version the offset of its record
 * @param appended when that was written
 * @param taken the offset of its newest record that the trigger said it has taken up; null if nobody heard
 * @param problem why it is BROKEN
 */
public record ScheduleEntry(
        String taskId,
        @Nullable Schedule schedule,
        long version,
        Instant appended,
        @Nullable Long taken,
        @Nullable String problem) {

    /** Whether the trigger goes by this very record. */
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
