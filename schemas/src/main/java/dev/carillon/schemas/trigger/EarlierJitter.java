package dev.carillon.schemas.trigger;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.schedule.FiringRule;
import java.time.Duration;
import java.time.Instant;

/**
 * A former jitter of a schedule: instants keep the jitter with which they were planned.
 *
 * @param until the last nominal instant that has it
 */
public record EarlierJitter(Instant until, Duration width) {

    static EarlierJitter read(Fields f) {
        return new EarlierJitter(
                f.required("until", f.instant("until")),
                f.required("width", f.duration("width", Duration.ZERO, FiringRule.MAX_JITTER)));
    }

    static void write(EarlierJitter e, FieldWriter out) {
        out.instant("until", e.until).duration("width", e.width, Duration.ZERO, FiringRule.MAX_JITTER);
    }
}
