package dev.carillon.schemas.trigger;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.VersionField;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An entry of {@code audit}: a change, its author and reason, and the records before and after it. */
public record AuditEntry(
        String subject,
        String action,
        Instant at,
        @Nullable String by,
        @Nullable String reason,
        @Nullable RawJson before,
        @Nullable RawJson after,
        Map<String, RawJson> rest) {
    public static final int V = 1;

    public static AuditEntry read(Fields f) {
        VersionField.check(f, V);
        return new AuditEntry(
                f.requiredWord("subject", Limits.KEY),
                f.requiredWord("action", Limits.NAME),
                f.required("at", f.instant("at")),
                f.word("by", Limits.NAME),
                f.text("reason", Limits.MESSAGE),
                f.raw("before", Limits.TASK_BYTES),
                f.raw("after", Limits.TASK_BYTES),
                f.rest());
    }

    public void write(FieldWriter out) {
        out.number("v", V, V, V)
                .word("subject", subject, Limits.KEY)
                .word("action", action, Limits.NAME)
                .instant("at", at)
                .word("by", by, Limits.NAME)
                .prose("reason", reason, Limits.MESSAGE)
                .raw("before", before, Limits.TASK_BYTES)
                .raw("after", after, Limits.TASK_BYTES)
                .rest(rest);
    }
}
