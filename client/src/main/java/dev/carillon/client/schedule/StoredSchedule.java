package dev.carillon.client.schedule;

import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.schemas.schedule.Schedule;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as stored in the topic.
 *
 * @param schedule null if the record can't be read
 * @param problem why it can't be read; null if it can
 * @param version the offset of its record
 */
public record StoredSchedule(
        String taskId,
        @Nullable Schedule schedule,
        @Nullable String problem,
        long version,
        Instant appended) {

    /** The schedule, or NO_SUCH_SCHEDULE where its record can't be read. */
    public Schedule readable() {
        if (schedule == null) {
            throw new ClientException(
                    ClientProblem.NO_SUCH_SCHEDULE,
                    "the record of " + taskId + " can't be read (" + problem + "); apply it again");
        }
        return schedule;
    }
}
