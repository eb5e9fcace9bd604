package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.TaskId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far the trigger has come in applying an outcome that concerns more dependants and instants than one slice holds. It
 * holds only while the position of that partition is this offset.
 *
 * @param partition of {@code outcomes}
 * @param offset of the outcome
 * @param taskId all schedules that depend on it up to this one have heard it, but for what {@code instant} says
 * @param instant this schedule itself has heard it only up to here
 */
public record OutcomeCursor(
        int partition, long offset, String taskId, @Nullable Instant instant) {

    /** Whether it is the next outcome of its partition; otherwise somebody who knew no cursor has gone on from there. */
    public boolean isAt(Positions positions) {
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
