package dev.carillon.trigger.slice.input;

import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.timing.state.TickProgress;
import dev.carillon.trigger.slice.backfill.BackfillDecision;
import dev.carillon.trigger.slice.build.OwnEnds;
import dev.carillon.trigger.slice.build.SlicePlanBuilder;
import dev.carillon.trigger.slice.build.TickDecision;
import dev.carillon.trigger.slice.dependency.DependencyDecision;
import java.time.Instant;
import java.util.List;

/** Lets a schedule go on when an outcome that it waits for is overdue. */
final class OutcomeExpiry {
    private OutcomeExpiry() {}

    /** Decides what is overdue at an instant that the watermark has reached. */
    static void decide(String taskId, Instant reached, SlicePlanBuilder slice) {
        ScheduleState before = slice.state(taskId);
        if (before != null) {
            BackfillDecision.expire(before, reached, slice);
        }
        ScheduleState state = slice.state(taskId);
        if (state == null) {
            return;
        }
        Schedule schedule = state.schedule();
        Instant openUntil = state.progress().openUntil();
        if (openUntil != null && !openUntil.isAfter(reached)) {
            slice.publish(
                    EventType.OVERDUE,
                    taskId,
                    state.progress().open().get(0) + " had no outcome by " + openUntil
                            + ", after deadline, timeout and grace; it no longer holds back ticks");
            TickProgress progress = state.progress().withOpen(List.of());
            progress = schedule == null
                    ? progress
                    : OwnEnds.afterEnd(progress, schedule, slice.reached().due(), OwnEnds.decided(state, slice));
            slice.setState(state.withProgress(progress));
            if (schedule != null && !state.isPaused()) {
                new TickDecision(state, schedule, slice).startWaiting();
            }
        }
        DependencyDecision.expire(taskId, reached, slice);
    }
}
