package dev.carillon.trigger.slice.build;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.MissedPolicy;
import dev.carillon.schemas.schedule.MissedRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Origin;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.definition.DefinitionRecord;
import org.jspecify.annotations.Nullable;

/**
 * How many ticks of a pause may be made up for when it ends. An input can't be cut, so all of them have to fit in the
 * slice that applies it; those beyond are skipped with the rest.
 */
public final class PauseRoom {
    private PauseRoom() {}

    /** The schedule's rule, with no more ticks than the slice has room for. */
    public static MissedRule bounded(Schedule schedule, SlicePlanBuilder slice) {
        MissedRule missed = schedule.missed();
        return new MissedRule(missed.policy(), missed.window(), Math.min(missed.max(), room(schedule, slice)));
    }

    /** Whether a definition ends a pause and needs more room than is left in a slice that has begun already. */
    public static boolean isTooSmall(
            @Nullable ScheduleState before, DefinitionRecord definition, SlicePlanBuilder slice) {
        if (slice.size().isEmpty() || before == null || !before.hasGap()) {
            return false;
        }
        return definition instanceof DefinitionRecord.Good good
                && good.schedule().enabled()
                && good.schedule().missed().policy() == MissedPolicy.ALL
                && room(good.schedule(), slice) < good.schedule().missed().max();
    }

    static int room(Schedule schedule, SlicePlanBuilder slice) {
        ExecutionKey longest = ExecutionKey.of(schedule.taskId(), DefinitionRecord.LONGEST);
        Task task = Task.first(longest, Origin.TICK, schedule.work()).withSchedule(Long.MAX_VALUE, Long.MAX_VALUE);
        return slice.size().room(Kind.TASK.encode(task).length);
    }
}
