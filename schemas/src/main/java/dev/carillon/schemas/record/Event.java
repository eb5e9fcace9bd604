package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.VersionField;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event that does not follow from a task, result or outcome.
 *
 * @param subject the execution key, taskId, workerId or shard that it happened to; also the record's key
 * @param source the process that reports it, for example {@code trigger/host-4f2a}
 * @param message one line for people
 * @param data the event's data, for programs
 */
public record Event(
        EventType type,
        String subject,
        Instant at,
        @Nullable String source,
        @Nullable String message,
        @Nullable RawJson data,
        Map<String, RawJson> rest) {
    public static final int V = 1;

    public static Event read(Fields f) {
        VersionField.check(f, V);
        return new Event(
                f.required("type", f.choice("type", EventType.class)),
                f.requiredWord("subject", Limits.KEY),
                f.required("at", f.instant("at")),
                f.word("source", Limits.NAME),
                f.text("message", Limits.MESSAGE),
                f.raw("data", Limits.TASK_BYTES),
                f.rest());
    }

    public void write(FieldWriter out) {
        out.number("v", V, V, V)
                .choice("type", type)
                .word("subject", subject, Limits.KEY)
                .instant("at", at)
                .word("source", source, Limits.NAME)
                .prose("message", message, Limits.MESSAGE)
                .raw("data", data, Limits.TASK_BYTES)
                .rest(rest);
    }
}
