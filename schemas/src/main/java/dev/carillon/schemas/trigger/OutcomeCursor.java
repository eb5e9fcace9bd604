package dev.carillon.schemas.trigger;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.work.Limits;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The progress of the trigger in applying an outcome to more dependent schedules and instants than fit into one slice.
 * It is valid only while the position of the partition is this offset.
 *
 * @param partition of {@code outcomes}
 * @param offset of the outcome
 * @param taskId it is applied to the dependent schedules up to this one
 * @param instant if set, it is applied to the schedule {@code taskId} only up to here
 */
public record OutcomeCursor(
        int partition, long offset, String taskId, @Nullable Instant instant) {

    /** Whether it is the next outcome of its partition; otherwise a trigger of an older version has moved on. */
    public boolean isAt(InputPositions positions) {
        return partition < positions.outcomes().size() && positions.outcomes().get(partition) == offset;
    }

    static OutcomeCursor read(Fields f) {
        return new OutcomeCursor(
                (int) f.number("partition", 0, 0, Limits.PARTITIONS),
                f.number("offset", 0, 0, Long.MAX_VALUE),
                f.required("taskId", f.parsed("taskId", Limits.CHECKED_TEXT, TaskId::check)),
                f.instant("instant"));
    }

    static void write(OutcomeCursor c, FieldWriter out) {
        out.number("partition", c.partition, 0, Limits.PARTITIONS)
                .number("offset", c.offset, 0, Long.MAX_VALUE)
                .parsed("taskId", c.taskId, Limits.CHECKED_TEXT, TaskId::check)
                .instant("instant", c.instant);
    }
}
