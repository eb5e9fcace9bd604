package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import java.time.Instant;

/** Consecutive ticks that were skipped for one reason; the key of the record is the first of them. */
public record SkippedRange(SkipReason reason, Instant first, Instant last, long count) {

    static SkippedRange read(Fields f) {
        return new SkippedRange(
                f.required("reason", f.choice("reason", SkipReason.class)),
                f.required("first", f.instant("first")),
                f.required("last", f.instant("last")),
                f.number("count", 1, 1, Long.MAX_VALUE));
    }

    static void write(SkippedRange r, FieldWriter out) {
        out.choice("reason", r.reason)
                .instant("first", r.first)
                .instant("last", r.last)
                .number("count", r.count);
    }
}
