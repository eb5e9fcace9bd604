package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.TaskId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far the trigger has come in deciding a time in which nobody led. It decides all instants after the watermark up to
 * {@code until}, one schedule after the other in the order of their taskIds.
 *
 * @param until the last instant of the gap
 * @param taskId all schedules up to this one are decided, but for what {@code instant} says; null before the first
 * @param instant this schedule itself is decided only up to here
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
