package dev.carillon.trigger.slice.dependency;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.schedule.DependencyCycle;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.definition.DefinitionRecord;
import dev.carillon.trigger.slice.build.SlicePlanBuilder;
import java.util.List;

/** Whether a definition may depend on what it names. */
public final class DependencyRules {
    /** Most dependants of one schedule: an outcome is applied to all of them before any later input. */
    private static final int MAX_DEPENDANTS = 10_000;

    private DependencyRules() {}

    /**
     * The definition, or why it can't be used. A parent may be unknown: definitions may be written in any order, so it
     * may be defined later.
     */
    public static DefinitionRecord checked(DefinitionRecord definition, SlicePlanBuilder slice) {
        if (!(definition instanceof DefinitionRecord.Good good)
                || good.schedule().when().dependsOn().isEmpty()) {
            return definition;
        }
        Schedule schedule = good.schedule();
        List<String> cycle = DependencyCycle.through(
                schedule.taskId(), schedule.when().dependsOn(), taskId -> parents(taskId, slice));
        if (!cycle.isEmpty()) {
            return new DefinitionRecord.Bad(
                    schedule.taskId(), ErrorCode.DEPENDENCY_CYCLE, DependencyCycle.message(cycle));
        }
        for (String parent : schedule.when().dependsOn()) {
            boolean crowded = slice.outcomeInterest().dependants(parent).size() >= MAX_DEPENDANTS
                    && !slice.outcomeInterest().dependants(parent).contains(schedule.taskId());
            if (crowded) {
                return new DefinitionRecord.Bad(
                        schedule.taskId(),
                        ErrorCode.TOO_MANY_ENTRIES,
                        "dependsOn: " + MAX_DEPENDANTS + " schedules depend on \"" + parent
                                + "\" already; let this one depend on one of those");
            }
        }
        return definition;
    }

    private static List<String> parents(String taskId, SlicePlanBuilder slice) {
        ScheduleState state = slice.state(taskId);
        return state == null ? List.of() : state.parents();
    }
}
