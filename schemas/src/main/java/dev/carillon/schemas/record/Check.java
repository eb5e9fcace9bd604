package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.VersionField;
import dev.carillon.schemas.work.WorkerRef;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record that the collector writes to {@code results} (kind {@code check}). When the collector reads it, it has read
 * all earlier records, so a result that it has not seen by then was not written before.
 *
 * @param key the execution in doubt
 * @param attempt the attempt in doubt
 * @param worker the incarnation that may be gone; absent for a deadline
 */
public record Check(
        ExecutionKey key,
        int attempt,
        Subject subject,
        @Nullable WorkerRef worker,
        Map<String, RawJson> rest) {
    public static final int V = 1;

    /** What the check is about. */
    public enum Subject {
        WORKER,
        DEADLINE
    }

    public static Check read(Fields f) {
        VersionField.check(f, V);
        return new Check(
                f.required("key", f.spelled("key", Limits.KEY, ExecutionKey::read)),
                (int) f.number("attempt", 1, 1, Limits.MAX_RETRIES + 1L),
                Objects.requireNonNullElse(f.choice("subject", Subject.class), Subject.WORKER),
                f.object("worker", WorkerRef::read),
                f.rest());
    }

    public void write(FieldWriter out) {
        out.number("v", V, V, V)
                .spelled("key", key.bytes())
                .number("attempt", attempt, 1, Limits.MAX_RETRIES + 1L)
                .choice("subject", subject)
                .object("worker", worker, WorkerRef::write)
                .rest(rest);
    }
}
