package dev.carillon.trigger.slice.gap;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.schedule.MissedRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.plan.PlannedTicks;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.definition.UnevaluableSchedule;
import dev.carillon.trigger.slice.build.PauseRoom;
import dev.carillon.trigger.slice.build.SkipCause;
import dev.carillon.trigger.slice.build.SlicePlanBuilder;
import java.time.Instant;
import java.util.List;

/** The gap that a pause, or a definition whose times can't be worked out, has left in the ticks of one schedule. */
public final class OwnGap {
    private static final MissedTicks NOTHING = new MissedTicks(List.of(), List.of());

    private final ScheduleState before;
    private final SlicePlanBuilder slice;

    private OwnGap(ScheduleState before, SlicePlanBuilder slice) {
        this.before = before;
        this.slice = slice;
    }

    /** Ends the gap under a new definition, whose rule for missed ticks decides which are made up for. */
    public static void end(ScheduleState before, ScheduleState after, Schedule schedule, SlicePlanBuilder slice) {
        ScheduleState.Pause pause = before.pause();
        slice.publish(
                EventType.SCHEDULE_RESUMED,
                after.taskId(),
                pause == null
                        ? "resumed; its times could not be worked out"
                        : "resumed; it was paused since " + pause.since());
        MissedRule missed = PauseRoom.bounded(schedule, slice);
        OwnGap gap = new OwnGap(before, slice);
        MissedTicks decided =
                gap.decided((ticks, from, until) -> MissedTicks.decide(ticks, from, until, missed, gap.reason()));
        decided.skipped()
                .forEach(range -> slice.skip(after.taskId(), range, SkipCause.inOwnGap(range.reason(), before)));
        decided.madeUp().forEach(nominal -> slice.tick(after, schedule, nominal, slice.now()));
    }

    /** Skips all ticks of the gap. */
    public static void skip(ScheduleState before, SlicePlanBuilder slice) {
        if (before.hasGap()) {
            OwnGap gap = new OwnGap(before, slice);
            gap.decided((ticks, from, until) -> MissedTicks.skipAll(ticks, from, until, gap.reason()))
                    .skipped()
                    .forEach(range -> slice.skip(before.taskId(), range, SkipCause.inOwnGap(range.reason(), before)));
        }
    }

    @FunctionalInterface
    private interface Rule {
        MissedTicks of(PlannedTicks ticks, Instant from, Instant until);
    }

    private SkipReason reason() {
        return before.isParked() ? SkipReason.BROKEN : SkipReason.PAUSED;
    }

    private MissedTicks decided(Rule rule) {
        Timing timing = before.plan();
        if (timing == null || before.isComplete()) {
            return NOTHING; // A schedule that has had its runs fires no more.
        }
        Instant from = before.decidedAt(before.floor());
        Instant until = before.decidedAt(slice.reached());
        try {
            return rule.of(PlannedTicks.of(before, timing, slice.calendars()::named), from, until);
        } catch (RuntimeException e) {
            // The ticks are unknown, which must not keep back the definition that repairs the schedule.
            slice.publish(
                    EventType.SCHEDULE_BROKEN,
                    before.taskId(),
                    ErrorCode.EVALUATION_FAILED + ": " + UnevaluableSchedule.words(from, e) + ", so its ticks up to "
                            + until + " are neither run nor reported as skipped; the new definition is in force");
            return NOTHING;
        }
    }
}
