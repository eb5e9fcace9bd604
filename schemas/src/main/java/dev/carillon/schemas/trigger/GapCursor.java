package dev.carillon.schemas.trigger;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.work.Limits;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The progress of the trigger in deciding a gap, a span of time without a leader. It decides all instants after the
 * watermark up to {@code until}, one schedule after the other in the order of their taskIds.
 *
 * @param until the last instant of the gap
 * @param taskId the schedules up to this one are decided; null before the first
 * @param instant if set, the schedule {@code taskId} is decided only up to here
 */
public record GapCursor(
        Instant until, @Nullable String taskId, @Nullable Instant instant) {

    static GapCursor read(Fields f) {
        return new GapCursor(
                f.required("until", f.instant("until")),
                f.parsed("taskId", Limits.CHECKED_TEXT, TaskId::check),
                f.instant("instant"));
    }

    static void write(GapCursor g, FieldWriter out) {
        out.instant("until", g.until)
                .parsed("taskId", g.taskId, Limits.CHECKED_TEXT, TaskId::check)
                .instant("instant", g.instant);
    }
}
