package dev.carillon.console.api.schedule;

import dev.carillon.console.history.schedule.ScheduleEntry;
import dev.carillon.console.history.schedule.ScheduleHistory;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.schedule.DependencyCycle;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.forecast.SchedulePlan;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Refuses schedules that can't be planned or never fire again. A past {@code at} passes, as it is a missed tick. */
final class FiringCheck {
    private final KnownEntries known;
    private final ScheduleHistory schedules;
    private final Clock clock;

    FiringCheck(KnownEntries known, ScheduleHistory schedules, Clock clock) {
        this.known = known;
        this.schedules = schedules;
        this.clock = clock;
    }

    /**
     * Refuses a schedule that can't fire.
     *
     * @param parents the schedules that a taskId depends on; null for an unknown one
     */
    void require(Schedule schedule, Function<String, @Nullable List<String>> parents) {
        SchedulePlan plan = known.plan(schedule);
        DependencyCycle.refuse(schedule, parents);
        FiringRule when = schedule.when();
        Instant until = when.until();
        boolean byTheClock =
                when.at() == null && when.afterEnd() == null && when.dependsOn().isEmpty();
        if (until != null && byTheClock && plan.next(clock.instant(), 1).isEmpty()) {
            throw new ContractException(
                    ErrorCode.NEVER_FIRES,
                    "until",
                    "nothing is planned between now and " + until,
                    "choose a later until, or leave it out");
        }
    }

    /** The schedules that a schedule depends on, by the history; null for an unknown one. */
    @Nullable
    List<String> parents(String taskId) {
        return schedules
                .get(taskId)
                .map(ScheduleEntry::schedule)
                .map(schedule -> schedule.when().dependsOn())
                .orElse(null);
    }
}
