package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where one schedule stands.
 *
 * @param schedule the definition in force; null after deletion, or when it was never good
 * @param timing of that definition
 * @param version offset of that definition
 * @param position up to which the log of definitions was applied to it
 * @param floor ticks up to here are owed by no version
 * @param memory what became of its ticks so far
 * @param pause set while it is paused; its gap begins at the floor
 * @param broken why the newest definition can't be used
 * @param deleted when it was deleted
 * @param marked whether a marker in {@code trigger-state} says all this
 */
public record Standing(
        String taskId,
        @Nullable Schedule schedule,
        @Nullable Timing timing,
        long version,
        long position,
        long generation,
        Reached floor,
        Memory memory,
        @Nullable Pause pause,
        @Nullable Broken broken,
        @Nullable Instant deleted,
        boolean marked) {
    private static final Reached NO_FLOOR = Reached.allOf(Instant.EPOCH);

    /** Why a definition can't be used. */
    public record Broken(String code, String message) {}

    /**
     * Why no tick of it fires.
     *
     * @param reason set where the trigger itself has paused it; an author's reason stands in the definition
     */
    public record Pause(Instant since, @Nullable String reason) {
        public static Pause since(Instant instant) {
            return new Pause(instant, null);
        }
    }

    /** A schedule of which only its definition need be known. */
    public static Standing plain(Definition.Good good, long offset) {
        return new Standing(
                good.schedule().taskId(),
                good.schedule(),
                good.timing(),
                offset,
                offset + 1,
                0,
                NO_FLOOR,
                Memory.NONE,
                null,
                null,
                null,
                false);
    }

    /** A schedule of which a marker speaks. */
    static Standing marked(Marker marker, @Nullable Schedule schedule, @Nullable Timing timing) {
        String code = marker.brokenCode();
        Instant pausedSince = marker.pausedSince();
        return new Standing(
                marker.taskId(),
                schedule,
                timing,
                marker.version(),
                marker.position(),
                marker.generation(),
                marker.floor(),
                Memory.of(marker.remembered()),
                pausedSince == null ? null : new Pause(pausedSince, marker.pausedReason()),
                code == null ? null : new Broken(code, marker.brokenMessage() == null ? "" : marker.brokenMessage()),
                marker.deleted(),
                true);
    }

    /** Whether its ticks fire. */
    public boolean fires() {
        return timing != null && pause == null && deleted == null;
    }

    public boolean isPaused() {
        return pause != null;
    }

    /** Ticks of this schedule up to here are decided once the given pair is reached. */
    public Instant decidedAt(Reached reached) {
        return reached.taskId().compareTo(taskId) >= 0
                ? reached.due()
                : reached.due().minusSeconds(1);
    }

    public boolean owes(Instant nominal) {
        return nominal.isAfter(decidedAt(floor));
    }

    /** Whether the definition and the watermark do not say all that has to be remembered. */
    public boolean needsMarker(Reached reached) {
        return generation > 0
                || pause != null
                || broken != null
                || deleted != null
                || !memory.isEmpty()
                || floor.compareTo(reached) > 0;
    }

    /** What has to be remembered. The definition itself only where compaction may delete it. */
    public Marker marker() {
        return new Marker(
                taskId,
                version,
                position,
                generation,
                floor,
                memory.said(),
                pause == null ? null : pause.since(),
                pause == null ? null : pause.reason(),
                broken == null ? null : broken.code(),
                broken == null ? null : broken.message(),
                deleted,
                broken == null ? null : schedule,
                Map.of());
    }

    public Standing withMemory(Memory next) {
        return new Standing(
                taskId, schedule, timing, version, position, generation, floor, next, pause, broken, deleted, true);
    }
}
