package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import java.util.List;

/** The next offset of each input topic that the trigger has not applied yet; outcomes has one a partition. */
public record Positions(long schedules, long calendars, long control, List<Long> outcomes) {
    public static final Positions START = new Positions(0, 0, 0, List.of());

    static Positions read(Fields f) {
        return new Positions(
                f.number("schedules", 0, 0, Long.MAX_VALUE),
                f.number("calendars", 0, 0, Long.MAX_VALUE),
                f.number("control", 0, 0, Long.MAX_VALUE),
                f.numbers("outcomes", Limits.PARTITIONS));
    }

    static void write(Positions p, FieldWriter out) {
        out.number("schedules", p.schedules, 0, Long.MAX_VALUE)
                .number("calendars", p.calendars, 0, Long.MAX_VALUE)
                .number("control", p.control, 0, Long.MAX_VALUE)
                .numbers("outcomes", p.outcomes, Limits.PARTITIONS);
    }
}
