package dev.carillon.schemas.trigger;

import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.json.RawJson;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The data of a {@code slice} event: what one slice did. Guarantee G1 is audited from these events, as {@code
 * trigger-state} keeps only the last slice. Slices that only move the watermark write no event, so the {@code before}
 * of an event may be later than the {@code after} of the previous one; no tick was due between the two.
 *
 * @param gap the progress in deciding a gap without a leader, after this slice
 * @param lost local times between {@code before} and {@code after} that a clock change skips, of schedules that skip
 *     them too; the first few hundred
 */
@RecordBuilder
public record Slice(
        DecidedUpTo before,
        DecidedUpTo after,
        InputPositions from,
        InputPositions to,
        long tasks,
        long skipped,
        long applied,
        @Nullable GapCursor gap,
        List<LostTime> lost) {

    /** A slice without clock changes. */
    public Slice(
            DecidedUpTo before,
            DecidedUpTo after,
            InputPositions from,
            InputPositions to,
            long tasks,
            long skipped,
            long applied,
            @Nullable GapCursor gap) {
        this(before, after, from, to, tasks, skipped, applied, gap, List.of());
    }

    /** A slice outside a gap. */
    public Slice(
            DecidedUpTo before,
            DecidedUpTo after,
            InputPositions from,
            InputPositions to,
            long tasks,
            long skipped,
            long applied) {
        this(before, after, from, to, tasks, skipped, applied, null);
    }

    public static Slice read(Fields f) {
        return SliceBuilder.builder()
                .before(f.required("before", f.object("before", DecidedUpTo::read)))
                .after(f.required("after", f.object("after", DecidedUpTo::read)))
                .from(f.required("from", f.object("from", InputPositions::read)))
                .to(f.required("to", f.object("to", InputPositions::read)))
                .tasks(f.number("tasks", 0, 0, Long.MAX_VALUE))
                .skipped(f.number("skipped", 0, 0, Long.MAX_VALUE))
                .applied(f.number("applied", 0, 0, Long.MAX_VALUE))
                .gap(f.object("gap", GapCursor::read))
                .lost(f.objects("lost", LostTime.MOST, LostTime::read))
                .build();
    }

    /** The JSON for an event's data. */
    public RawJson json() {
        return RawJson.written(Json.writeObject(out -> out.object("before", before, DecidedUpTo::write)
                .object("after", after, DecidedUpTo::write)
                .object("from", from, InputPositions::write)
                .object("to", to, InputPositions::write)
                .number("tasks", tasks, 0, Long.MAX_VALUE)
                .number("skipped", skipped, 0, Long.MAX_VALUE)
                .number("applied", applied, 0, Long.MAX_VALUE)
                .object("gap", gap, GapCursor::write)
                .objects("lost", lost, LostTime.MOST, LostTime::write)));
    }
}
