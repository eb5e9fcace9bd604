package dev.carillon.schemas.work;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import java.time.Instant;
import java.util.Map;

/** Consecutive ticks that were skipped for one reason; the record's key is that of the first. */
public record SkippedRange(SkipReason reason, Instant first, Instant last, long count, Map<String, RawJson> rest) {
    public SkippedRange(SkipReason reason, Instant first, Instant last, long count) {
        this(reason, first, last, count, Map.of());
    }

    public static SkippedRange read(Fields f) {
        SkippedRange range = new SkippedRange(
                f.required("reason", f.choice("reason", SkipReason.class)),
                f.required("first", f.instant("first")),
                f.required("last", f.instant("last")),
                f.number("count", 1, 1, Long.MAX_VALUE),
                f.rest());
        range.check();
        return range;
    }

    private void check() {
        if (last.isBefore(first)) {
            throw new ContractException(
                    ErrorCode.CONFLICTING_FIELDS, "last", last + " is before first, " + first, "swap them");
        }
    }

    public static void write(SkippedRange r, FieldWriter out) {
        r.check();
        out.choice("reason", r.reason)
                .instant("first", r.first)
                .instant("last", r.last)
                .number("count", r.count, 1, Long.MAX_VALUE)
                .rest(r.rest);
    }
}
