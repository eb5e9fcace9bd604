package dev.carillon.schemas.record;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import java.time.Instant;
import java.util.Map;

/** Consecutive ticks that were skipped for one reason; the key of the record is the first of them. */
public record SkippedRange(SkipReason reason, Instant first, Instant last, long count, Map<String, RawJson> rest) {
    public SkippedRange(SkipReason reason, Instant first, Instant last, long count) {
        this(reason, first, last, count, Map.of());
    }

    static SkippedRange read(Fields f) {
        SkippedRange range = new SkippedRange(
                f.required("reason", f.choice("reason", SkipReason.class)),
                f.required("first", f.instant("first")),
                f.required("last", f.instant("last")),
                f.number("count", 1, 1, Long.MAX_VALUE),
                f.rest());
        if (range.last.isBefore(range.first)) {
            throw new ContractException(
                    ErrorCode.CONFLICTING_FIELDS,
                    f.pathOf("last"),
                    range.last + " is before first, " + range.first,
                    "swap them");
        }
        return range;
    }

    static void write(SkippedRange r, FieldWriter out) {
        out.choice("reason", r.reason)
                .instant("first", r.first)
                .instant("last", r.last)
                .number("count", r.count)
                .rest(r.rest);
    }
}
