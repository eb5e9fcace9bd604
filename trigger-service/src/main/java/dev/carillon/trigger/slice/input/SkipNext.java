package dev.carillon.trigger.slice.input;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.ScheduleOverrides;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.plan.PlannedTicks;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.definition.UnevaluableSchedule;
import dev.carillon.trigger.slice.build.SlicePlanBuilder;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a command to skip the next tick that would become a task. Its instant is stored, so that any later leader
 * skips the same tick.
 */
final class SkipNext {
    /** Instants looked at before a schedule counts as one that fires no more: a calendar may leave out many. */
    private static final int MOST_LOOKED_AT = 10_000;

    private SkipNext() {}

    static void decide(InputRecord record, ScheduleState state, SlicePlanBuilder slice) {
        ScheduleOverrides overrides = state.overrides();
        Instant next;
        try {
            Timing timing = state.plan();
            next = timing == null || state.isComplete()
                    ? null
                    : next(state, PlannedTicks.of(state, timing, slice.calendars()::named), slice);
        } catch (RuntimeException e) {
            // Only the command fails; the schedule is parked, if need be, where its ticks are planned.
            String failure = UnevaluableSchedule.words(slice.reached().due(), e);
            slice.deadLetter(record, ErrorCode.EVALUATION_FAILED, "subject: " + failure + "; apply the schedule again");
            return;
        }
        if (next == null) {
            slice.deadLetter(
                    record,
                    ErrorCode.NEVER_FIRES,
                    "subject: " + ContractException.shown(state.taskId())
                            + " plans no later tick that could be skipped");
        } else if (ahead(overrides, over(state, slice)) >= ScheduleOverrides.MOST_SKIPPED) {
            slice.deadLetter(
                    record,
                    ErrorCode.TOO_MANY_ENTRIES,
                    "subject: " + ContractException.shown(state.taskId()) + " has " + ScheduleOverrides.MOST_SKIPPED
                            + " ticks to be skipped already; pause it instead");
        } else {
            slice.setState(state.withOverrides(overrides.skipping(next, over(state, slice))));
        }
    }

    /** How many requested skips are still to come. */
    private static long ahead(ScheduleOverrides overrides, Instant over) {
        return overrides.skipping().stream()
                .filter(instant -> !instant.isBefore(over))
                .count();
    }

    /** All instants before this one are decided; those of a gap only when it ends. */
    private static Instant over(ScheduleState state, SlicePlanBuilder slice) {
        DecidedUpTo decided =
                state.hasGap() && state.floor().compareTo(slice.reached()) < 0 ? state.floor() : slice.reached();
        return decided.due().minus(state.jitter().longest());
    }

    private static @Nullable Instant next(ScheduleState state, PlannedTicks ticks, SlicePlanBuilder slice) {
        Instant decided = state.decidedAt(slice.reached());
        Instant first = null;
        Instant firstDue = null;
        Optional<Instant> tick = ticks.firstDueAfter(decided);
        for (int looked = 0; looked < MOST_LOOKED_AT && tick.isPresent(); looked++) {
            Instant nominal = tick.get();
            if (firstDue != null && nominal.isAfter(firstDue)) {
                break; // What comes later is due later.
            }
            Instant due = state.jitter().due(state.taskId(), nominal);
            boolean earlier = firstDue == null || due.isBefore(firstDue);
            SkipReason against = ticks.against(nominal);
            if (due.isAfter(decided) && state.isAfterFloor(due) && earlier && against == null) {
                first = nominal;
                firstDue = due;
            }
            // A schedule of every second has more ticks on one day that does not count than are looked at.
            tick = against == SkipReason.CALENDAR ? ticks.nextOnADayThatCounts(nominal) : ticks.next(nominal);
        }
        return first;
    }
}
