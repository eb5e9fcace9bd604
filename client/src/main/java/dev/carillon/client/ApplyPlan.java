package dev.carillon.client;

import dev.carillon.client.Applied.Change;
import dev.carillon.schemas.record.Schedule;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What applying definitions would come to, for one call. The trigger's markers are read once, when the first definition
 * equals its record.
 */
public final class ApplyPlan {
    private final RecordLog log;
    private final NotInForce notInForce;
    /** How far the markers are to be read; null where that is not asked for yet. */
    private @Nullable TopicEnd end;

    private boolean read;

    ApplyPlan(RecordLog log, NotInForce notInForce) {
        this.log = log;
        this.notInForce = notInForce;
    }

    /**
     * A plan for schedules that are read on to their end by this. The end of the markers is asked for in the same request,
     * as both are mostly needed.
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
     * What applying a definition would come to. Where it does not say whether the schedule is enabled, that stays as the
     * operator has set it.
     */
    public Applied of(Schedule wanted, @Nullable StoredSchedule before) {
        return of(wanted, before, wanted.enabledSaid());
    }

    /**
     * As {@link #of(Schedule, StoredSchedule)}.
     *
     * @param namesEnabled whether the author asks for {@code enabled} as the definition has it; only then does an equal
     *     definition resume a schedule that the trigger has paused after failures
     */
    public Applied of(Schedule wanted, @Nullable StoredSchedule before, boolean namesEnabled) {
        Schedule old = before == null ? null : before.schedule();
        Schedule schedule = wanted.withEnabledAsIn(old);
        if (before == null) {
            return new Applied(schedule, Change.CREATED, false, -1);
        }
        if (old == null || !SameMeaning.of(schedule, old)) {
            return new Applied(schedule, Change.CHANGED, false, -1);
        }
        return isRepaired(before, namesEnabled && schedule.enabled())
                ? new Applied(schedule, Change.CHANGED, true, -1)
                : new Applied(old, Change.UNCHANGED, false, before.version());
    }

    private boolean isRepaired(StoredSchedule before, boolean resumes) {
        if (!read && !notInForce.isEmpty(log)) {
            notInForce.readOn(log, end == null ? log.identifiedEnd(notInForce.part()) : end);
        }
        read = true;
        return notInForce.isRepaired(before.taskId(), before.version(), resumes);
    }
}
