package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.TaskId;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the trigger remembers of one schedule beyond its definition, where it must.
 *
 * @param version offset of the definition in force
 * @param position of {@code schedules} up to which this marker speaks
 * @param floor instants up to here are owed by no version
 * @param remembered what became of its ticks so far
 * @param arrangements what is to become of its ticks beyond what the definition says
 * @param pausedSince start of an open gap
 * @param pausedReason why, where the trigger itself has paused it
 * @param brokenCode why the newest definition can't be used
 * @param brokenSince set where that is the definition in force: none of its ticks fires from then on
 * @param deleted when the definition was deleted; the marker stays 7 days
 * @param lastGood the definition in force while the newest one is broken or compacted away
 */
public record Marker(
        String taskId,
        long version,
        long position,
        long generation,
        Reached floor,
        Remembered remembered,
        Arrangements arrangements,
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
        Versions.check(f, V);
        return new Marker(
                f.required("taskId", f.parsed("taskId", Limits.CHECKED_TEXT, TaskId::check)),
                f.number("version", 0, 0, Long.MAX_VALUE),
                f.number("position", 0, 0, Long.MAX_VALUE),
                f.number("generation", 0, 0, Long.MAX_VALUE),
                f.required("floor", f.object("floor", Reached::read)),
                Remembered.read(f),
                Arrangements.read(f),
                f.instant("pausedSince"),
                f.text("pausedReason", Limits.MESSAGE),
                f.text("brokenCode", Limits.CODE),
                f.text("brokenMessage", Limits.MESSAGE),
                f.instant("brokenSince"),
                f.instant("deleted"),
                f.object("lastGood", Schedule::read),
                f.rest());
    }

    public void write(FieldWriter out) {
        out.number("v", V, V, V)
                .parsed("taskId", taskId, Limits.CHECKED_TEXT, TaskId::check)
                .number("version", version, 0, Long.MAX_VALUE)
                .number("position", position, 0, Long.MAX_VALUE)
                .number("generation", generation, 0, Long.MAX_VALUE)
                .object("floor", floor, Reached::write);
        remembered.write(out);
        arrangements.write(out);
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
