package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import java.time.Duration;
import java.time.Instant;

/**
 * A jitter that a schedule had before: instants keep the one with which they came.
 *
 * @param until the last nominal instant that keeps it
 */
public record EarlierJitter(Instant until, Duration width) {

    static EarlierJitter read(Fields f) {
        return new EarlierJitter(
                f.required("until", f.instant("until")),
                f.required("width", f.duration("width", Duration.ZERO, When.MAX_JITTER)));
    }

    static void write(EarlierJitter e, FieldWriter out) {
        out.instant("until", e.until).duration("width", e.width, Duration.ZERO, When.MAX_JITTER);
    }
}
