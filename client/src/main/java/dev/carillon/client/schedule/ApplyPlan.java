package dev.carillon.client.schedule;

import dev.carillon.client.log.NewestRecords;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.TopicEnd;
import dev.carillon.client.log.TopicPart;
import dev.carillon.client.schedule.ApplyResult.Change;
import dev.carillon.schemas.schedule.Schedule;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares the definitions of one call with the stored ones and plans what to write. The trigger's markers are read
 * once, when the first definition equals its record.
 */
public final class ApplyPlan {
    private final RecordLog log;
    private final NotInForce notInForce;
    /** The end up to which markers are read; null until it was fetched. */
    private @Nullable TopicEnd end;

    private boolean read;

    ApplyPlan(RecordLog log, NotInForce notInForce) {
        this.log = log;
        this.notInForce = notInForce;
    }

    /**
     * Reads the schedules on to their end and returns a plan. The end of the markers is fetched in the same request, as
     * most plans need it too.
     */
    static ApplyPlan readingOn(NewestRecords schedules, RecordLog log, NotInForce notInForce) {
        ApplyPlan plan = new ApplyPlan(log, notInForce);
        if (notInForce.isEmpty(log)) {
            schedules.readOn();
            plan.read = true;
            return plan;
        }
        Map<TopicPart, TopicEnd> ends = log.identifiedEnds(Set.of(schedules.part(), notInForce.part()));
        schedules.readOn(Objects.requireNonNull(ends.get(schedules.part())));
        plan.end = ends.get(notInForce.part());
        return plan;
    }

    /**
     * Plans one definition. If it does not name {@code enabled}, the schedule stays enabled or paused as the operator
     * has set it.
     */
    public ApplyResult of(Schedule wanted, @Nullable StoredSchedule before) {
        return of(wanted, before, wanted.namesEnabled());
    }

    /**
     * As {@link #of(Schedule, StoredSchedule)}.
     *
     * @param namesEnabled whether the author named {@code enabled}; only then does an equal definition resume a
     *     schedule that the trigger has paused after failures
     */
    public ApplyResult of(Schedule wanted, @Nullable StoredSchedule before, boolean namesEnabled) {
        Schedule old = before == null ? null : before.schedule();
        Schedule schedule = wanted.withEnabledAsIn(old);
        if (before == null) {
            return new ApplyResult(schedule, Change.CREATED, false, -1);
        }
        if (old == null || !SameMeaning.of(schedule, old)) {
            return new ApplyResult(schedule, Change.CHANGED, false, -1);
        }
        return isRepaired(before, namesEnabled && schedule.enabled())
                ? new ApplyResult(schedule, Change.CHANGED, true, -1)
                : new ApplyResult(old, Change.UNCHANGED, false, before.version());
    }

    private boolean isRepaired(StoredSchedule before, boolean resumes) {
        if (!read && !notInForce.isEmpty(log)) {
            notInForce.readOn(log, end == null ? log.identifiedEnd(notInForce.part()) : end);
        }
        read = true;
        return notInForce.isRepaired(before.taskId(), before.version(), resumes);
    }
}
