package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A schedule as its marker says it. */
public final class Marked {
    private Marked() {}

    static @Nullable Timing timing(Schedule schedule) {
        try {
            return Timing.of(schedule);
        } catch (RuntimeException e) {
            return null; // It was good when it was applied; rules of a zone can change. It is broken already.
        }
    }

    public static Standing standing(Marker marker, @Nullable Schedule schedule, @Nullable Timing timing) {
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
                marker.arrangements(),
                pausedSince == null ? null : new Standing.Pause(pausedSince, marker.pausedReason()),
                broken(marker),
                marker.deleted(),
                true);
    }

    private static Standing.@Nullable Broken broken(Marker marker) {
        String code = marker.brokenCode();
        String message = marker.brokenMessage();
        return code == null ? null : new Standing.Broken(code, message == null ? "" : message, marker.brokenSince());
    }

    /** The definition itself only where compaction may delete it. */
    static Marker marker(Standing standing) {
        Standing.Pause pause = standing.pause();
        Standing.Broken broken = standing.broken();
        return new Marker(
                standing.taskId(),
                standing.version(),
                standing.position(),
                standing.generation(),
                standing.floor(),
                standing.memory().said(),
                standing.arrangements(),
                pause == null ? null : pause.since(),
                pause == null ? null : pause.reason(),
                broken == null ? null : broken.code(),
                broken == null ? null : broken.message(),
                broken == null ? null : broken.since(),
                standing.deleted(),
                broken == null ? null : standing.schedule(),
                Map.of());
    }
}
