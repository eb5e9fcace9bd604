package dev.carillon.schemas.worker;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.VersionField;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Lines that an attempt wrote, in order; sequence counts the records of one attempt from 0. */
public record LogLines(
        ExecutionKey key, int attempt, long sequence, Instant at, List<String> lines, Map<String, RawJson> rest) {
    public static final int V = 1;

    public static LogLines read(Fields f) {
        VersionField.check(f, V);
        return new LogLines(
                f.required("key", f.spelled("key", Limits.KEY, ExecutionKey::read)),
                (int) f.number("attempt", 1, 1, Limits.MAX_RETRIES + 1L),
                f.number("sequence", 0, 0, Long.MAX_VALUE),
                f.required("at", f.instant("at")),
                f.texts("lines", Limits.LIST, Limits.ERROR),
                f.rest());
    }

    public void write(FieldWriter out) {
        out.number("v", V, V, V)
                .spelled("key", key.bytes())
                .number("attempt", attempt, 1, Limits.MAX_RETRIES + 1L)
                .number("sequence", sequence, 0, Long.MAX_VALUE)
                .instant("at", at)
                .texts("lines", lines, Limits.LIST, Limits.ERROR)
                .rest(rest);
    }
}
