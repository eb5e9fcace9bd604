package dev.carillon.timing.state;

import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.MarkerBuilder;
import dev.carillon.timing.cron.Timing;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts between the state of a schedule and its marker. */
public final class MarkerMapper {
    private MarkerMapper() {}

    public static @Nullable Timing timing(Schedule schedule) {
        try {
            return Timing.of(schedule);
        } catch (RuntimeException e) {
            return null; // The rules of its zone have changed since it was applied. The schedule is broken already.
        }
    }

    public static ScheduleState state(Marker marker, @Nullable Schedule schedule, @Nullable Timing timing) {
        Instant pausedSince = marker.pausedSince();
        return ScheduleStateBuilder.builder()
                .taskId(marker.taskId())
                .schedule(schedule)
                .timing(timing)
                .version(marker.version())
                .position(marker.position())
                .generation(marker.generation())
                .floor(marker.floor())
                .progress(TickProgress.of(marker.progress()))
                .overrides(marker.overrides())
                .pause(pausedSince == null ? null : new ScheduleState.Pause(pausedSince, marker.pausedReason()))
                .broken(broken(marker))
                .deleted(marker.deleted())
                .marked(true)
                .build();
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
        return MarkerBuilder.builder()
                .taskId(state.taskId())
                .version(state.version())
                .position(state.position())
                .generation(state.generation())
                .floor(state.floor())
                .progress(state.progress().stored())
                .overrides(state.overrides())
                .pausedSince(pause == null ? null : pause.since())
                .pausedReason(pause == null ? null : pause.reason())
                .brokenCode(broken == null ? null : broken.code())
                .brokenMessage(broken == null ? null : broken.message())
                .brokenSince(broken == null ? null : broken.since())
                .deleted(state.deleted())
                .lastGood(broken == null ? null : state.schedule())
                .rest(Map.of())
                .build();
    }
}
