package dev.carillon.schemas.trigger;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.work.Limits;
import java.util.List;

/** The offset in each input topic that the trigger applies next; one per partition of outcomes. */
public record InputPositions(long schedules, long calendars, long control, List<Long> outcomes) {
    public static final InputPositions START = new InputPositions(0, 0, 0, List.of());

    static InputPositions read(Fields f) {
        return new InputPositions(
                f.number("schedules", 0, 0, Long.MAX_VALUE),
                f.number("calendars", 0, 0, Long.MAX_VALUE),
                f.number("control", 0, 0, Long.MAX_VALUE),
                f.numbers("outcomes", Limits.PARTITIONS));
    }

    static void write(InputPositions p, FieldWriter out) {
        out.number("schedules", p.schedules, 0, Long.MAX_VALUE)
                .number("calendars", p.calendars, 0, Long.MAX_VALUE)
                .number("control", p.control, 0, Long.MAX_VALUE)
                .numbers("outcomes", p.outcomes, Limits.PARTITIONS);
    }
}
