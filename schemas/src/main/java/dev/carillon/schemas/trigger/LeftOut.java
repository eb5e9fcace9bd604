package dev.carillon.schemas.trigger;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import java.time.Instant;

/**
 * Ticks that a calendar leaves out and that no record reports yet: all from the first one up to the watermark.
 *
 * @param since when the first tick was due
 * @param first its nominal instant
 */
public record LeftOut(Instant since, Instant first) {

    static LeftOut read(Fields f) {
        return new LeftOut(f.required("since", f.instant("since")), f.required("first", f.instant("first")));
    }

    static void write(LeftOut l, FieldWriter out) {
        out.instant("since", l.since).instant("first", l.first);
    }
}
