package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts between the state of a schedule and its marker. */
public final class MarkerMapper {
    private MarkerMapper() {}

    static @Nullable Timing timing(Schedule schedule) {
        try {
            return Timing.of(schedule);
        } catch (RuntimeException e) {
            return null; // The rules of its zone have changed since it was applied. The schedule is broken already.
        }
    }

    public static ScheduleState state(Marker marker, @Nullable Schedule schedule, @Nullable Timing timing) {
        Instant pausedSince = marker.pausedSince();
        return new ScheduleState(
                marker.taskId(),
                schedule,
                timing,
                marker.version(),
                marker.position(),
                marker.generation(),
                marker.floor(),
                TickProgress.of(marker.progress()),
                marker.overrides(),
                pausedSince == null ? null : new ScheduleState.Pause(pausedSince, marker.pausedReason()),
                broken(marker),
                marker.deleted(),
                true);
    }

    private static ScheduleState.@Nullable Broken broken(Marker marker) {
        String code = marker.brokenCode();
        String message = marker.brokenMessage();
        return code == null
                ? null
                : new ScheduleState.Broken(code, message == null ? "" : message, marker.brokenSince());
    }

    /** The marker of a state. It has the last good definition if a broken one follows: that may be compacted. */
    static Marker marker(ScheduleState state) {
        ScheduleState.Pause pause = state.pause();
        ScheduleState.Broken broken = state.broken();
        return new Marker(
                state.taskId(),
                state.version(),
                state.position(),
                state.generation(),
                state.floor(),
                state.progress().stored(),
                state.overrides(),
                pause == null ? null : pause.since(),
                pause == null ? null : pause.reason(),
                broken == null ? null : broken.code(),
                broken == null ? null : broken.message(),
                broken == null ? null : broken.since(),
                state.deleted(),
                broken == null ? null : state.schedule(),
                Map.of());
    }
}
