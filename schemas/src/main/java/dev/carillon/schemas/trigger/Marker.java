package dev.carillon.schemas.trigger;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.VersionField;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The trigger's durable state of one schedule, where the definition is not enough.
 *
 * @param version offset of the definition in force
 * @param position the offset in {@code schedules} up to which the marker covers definitions
 * @param floor up to here no version has ticks left to decide
 * @param progress the decided ticks, as far as later ones depend on them
 * @param overrides how its ticks deviate from the definition
 * @param pausedSince start of an open gap
 * @param pausedReason why the trigger paused it; null if it did not
 * @param brokenCode why the newest definition can't be used
 * @param brokenSince set if the unusable definition is in force: none of its ticks fires from then on
 * @param deleted when the definition was deleted; the marker stays 7 days
 * @param lastGood the definition in force while the newest one is broken or compacted away
 */
@RecordBuilder
public record Marker(
        String taskId,
        long version,
        long position,
        long generation,
        DecidedUpTo floor,
        StoredProgress progress,
        ScheduleOverrides overrides,
        @Nullable Instant pausedSince,
        @Nullable String pausedReason,
        @Nullable String brokenCode,
        @Nullable String brokenMessage,
        @Nullable Instant brokenSince,
        @Nullable Instant deleted,
        @Nullable Schedule lastGood,
        Map<String, RawJson> rest) {
    public static final int V = 1;

    public static Marker read(Fields f) {
        VersionField.check(f, V);
        return MarkerBuilder.builder()
                .taskId(f.required("taskId", f.parsed("taskId", Limits.CHECKED_TEXT, TaskId::check)))
                .version(f.number("version", 0, 0, Long.MAX_VALUE))
                .position(f.number("position", 0, 0, Long.MAX_VALUE))
                .generation(f.number("generation", 0, 0, Long.MAX_VALUE))
                .floor(f.required("floor", f.object("floor", DecidedUpTo::read)))
                .progress(StoredProgress.read(f))
                .overrides(ScheduleOverrides.read(f))
                .pausedSince(f.instant("pausedSince"))
                .pausedReason(f.text("pausedReason", Limits.MESSAGE))
                .brokenCode(f.text("brokenCode", Limits.CODE))
                .brokenMessage(f.text("brokenMessage", Limits.MESSAGE))
                .brokenSince(f.instant("brokenSince"))
                .deleted(f.instant("deleted"))
                .lastGood(f.object("lastGood", Schedule::read))
                .rest(f.rest())
                .build();
    }

    public void write(FieldWriter out) {
        out.number("v", V, V, V)
                .parsed("taskId", taskId, Limits.CHECKED_TEXT, TaskId::check)
                .number("version", version, 0, Long.MAX_VALUE)
                .number("position", position, 0, Long.MAX_VALUE)
                .number("generation", generation, 0, Long.MAX_VALUE)
                .object("floor", floor, DecidedUpTo::write);
        progress.write(out);
        overrides.write(out);
        out.instant("pausedSince", pausedSince)
                .prose("pausedReason", pausedReason, Limits.MESSAGE)
                .text("brokenCode", brokenCode, Limits.CODE)
                .prose("brokenMessage", brokenMessage, Limits.MESSAGE)
                .instant("brokenSince", brokenSince)
                .instant("deleted", deleted)
                .object("lastGood", lastGood, Schedule::write)
                .rest(rest);
    }
}
