package dev.carillon.trigger.slice.backfill;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Backfill;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.plan.PlannedTicks;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.catalogue.OpenBackfills;
import dev.carillon.trigger.definition.UnevaluableSchedule;
import dev.carillon.trigger.slice.build.SlicePlanBuilder;
import dev.carillon.trigger.slice.build.TickRecords;
import java.time.Instant;
import java.util.Collection;
import java.util.Objects;

/** Dispatches the next executions of backfills while no tick is due. */
public final class BackfillSlice {
    /** Most instants that one slice looks at, as a tick that falls due meanwhile waits for it. */
    private static final int MAX_LOOKED_AT = 500;

    private final SlicePlanBuilder slice;
    private int looked;

    private BackfillSlice(SlicePlanBuilder slice) {
        this.slice = slice;
    }

    /** Dispatches as many as the slice has room for, one schedule after the other. */
    public static void goOn(Collection<String> taskIds, SlicePlanBuilder slice) {
        BackfillSlice backfills = new BackfillSlice(slice);
        for (String taskId : taskIds) {
            ScheduleState state = slice.state(taskId);
            if (backfills.isFull()) {
                return;
            }
            if (state != null && OpenBackfills.mayGoOn(state)) {
                backfills.goOn(state, Objects.requireNonNull(state.schedule()), Objects.requireNonNull(state.timing()));
            }
        }
    }

    private boolean isFull() {
        return looked >= MAX_LOOKED_AT || slice.size().isFull();
    }

    private void goOn(ScheduleState state, Schedule schedule, Timing timing) {
        if (!slice.queueExists(schedule.work().queue())) {
            String why = ErrorCode.UNKNOWN_QUEUE + ": queue " + BackfillDecision.noTopics(schedule);
            BackfillDecision.end(state, why, slice);
            return;
        }
        PlannedTicks.Days days =
                PlannedTicks.of(state, timing, slice.calendars()::named).days();
        Backfill backfill = Objects.requireNonNull(state.overrides().backfill());
        while (backfill.mayGoOn() && !isFull()) {
            looked++;
            Instant nominal;
            try {
                nominal = timing.next(backfill.next().minusNanos(1)).orElse(backfill.to());
            } catch (RuntimeException e) {
                // Only this backfill ends; the schedule is parked, if need be, where its ticks are planned.
                String failure = UnevaluableSchedule.words(backfill.next(), e);
                end(state, backfill, ErrorCode.EVALUATION_FAILED + ": " + failure);
                return;
            }
            if (!nominal.isBefore(backfill.to())) {
                backfill = backfill.decided();
                break;
            }
            SkipReason against = days == null ? null : days.against(nominal);
            if (against == SkipReason.BROKEN) {
                end(state, backfill, ErrorCode.UNKNOWN_CALENDAR + ": its calendar does not exist");
                return;
            }
            backfill = against == null ? made(backfill, state, schedule, nominal) : backfill.leftOut(nominal);
        }
        BackfillDecision.store(state, backfill, slice);
    }

    private void end(ScheduleState state, Backfill reached, String why) {
        BackfillDecision.end(state.withOverrides(state.overrides().withBackfill(reached)), why, slice);
    }

    private Backfill made(Backfill backfill, ScheduleState state, Schedule schedule, Instant nominal) {
        Task task = TickRecords.backfilled(state, schedule, nominal, backfill.execTime(nominal), slice.now());
        slice.dispatch(task);
        return backfill.made(nominal, TickRecords.over(task, slice.rules().grace()));
    }
}
