package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.util.List;
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
 * @param pausedSince set while it is paused; its gap begins at the floor
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
        @Nullable Instant pausedSince,
        @Nullable Broken broken,
        @Nullable Instant deleted,
        boolean marked) {
    private static final Reached NO_FLOOR = Reached.allOf(Instant.EPOCH);

    /** Why a definition can't be used. */
    public record Broken(String code, String message) {}

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
                null,
                null,
                null,
                false);
    }

    /** A schedule of which a marker speaks. */
    static Standing marked(Marker marker, @Nullable Schedule schedule, @Nullable Timing timing) {
        String code = marker.brokenCode();
        return new Standing(
                marker.taskId(),
                schedule,
                timing,
                marker.version(),
                marker.position(),
                marker.generation(),
                marker.floor(),
                marker.pausedSince(),
                code == null ? null : new Broken(code, marker.brokenMessage() == null ? "" : marker.brokenMessage()),
                marker.deleted(),
                true);
    }

    /** Whether its ticks fire. */
    public boolean fires() {
        return timing != null && pausedSince == null && deleted == null;
    }

    public boolean isPaused() {
        return pausedSince != null;
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
                || pausedSince != null
                || broken != null
                || deleted != null
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
                0,
                List.of(),
                List.of(),
                pausedSince,
                null,
                broken == null ? null : broken.code(),
                broken == null ? null : broken.message(),
                deleted,
                broken == null ? null : schedule,
                Map.of());
    }
}
