package dev.carillon.schemas.record;

import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.json.RawJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one slice did: the data of a {@code slice} event. Guarantee G1 is audited from these, as {@code trigger-state}
 * keeps only the last. Slices that only move the watermark while nothing is due write none, so an event's {@code before} may lie
 * after the {@code after} of the one before it; nothing was owed between the two.
 *
 * @param gap where the deciding of a time in which nobody led stands after this slice
 * @param lost local times between the two pairs that do not exist, of schedules that leave those out; the first few hundred
 */
public record Slice(
        Reached before,
        Reached after,
        Positions from,
        Positions to,
        long tasks,
        long skipped,
        long applied,
        @Nullable GapCursor gap,
        List<LostTime> lost) {

    /** A slice that passes no change of clocks. */
    public Slice(
            Reached before,
            Reached after,
            Positions from,
            Positions to,
            long tasks,
            long skipped,
            long applied,
            @Nullable GapCursor gap) {
        this(before, after, from, to, tasks, skipped, applied, gap, List.of());
    }

    /** A slice outside a gap. */
    public Slice(Reached before, Reached after, Positions from, Positions to, long tasks, long skipped, long applied) {
        this(before, after, from, to, tasks, skipped, applied, null);
    }

    public static Slice read(Fields f) {
        return new Slice(
                f.required("before", f.object("before", Reached::read)),
                f.required("after", f.object("after", Reached::read)),
                f.required("from", f.object("from", Positions::read)),
                f.required("to", f.object("to", Positions::read)),
                f.number("tasks", 0, 0, Long.MAX_VALUE),
                f.number("skipped", 0, 0, Long.MAX_VALUE),
                f.number("applied", 0, 0, Long.MAX_VALUE),
                f.object("gap", GapCursor::read),
                f.objects("lost", LostTime.MOST, LostTime::read));
    }

    /** As the data of an event. */
    public RawJson json() {
        return RawJson.written(Json.writeObject(out -> out.object("before", before, Reached::write)
                .object("after", after, Reached::write)
                .object("from", from, Positions::write)
                .object("to", to, Positions::write)
                .number("tasks", tasks, 0, Long.MAX_VALUE)
                .number("skipped", skipped, 0, Long.MAX_VALUE)
                .number("applied", applied, 0, Long.MAX_VALUE)
                .object("gap", gap, GapCursor::write)
                .objects("lost", lost, LostTime.MOST, LostTime::write)));
    }
}
