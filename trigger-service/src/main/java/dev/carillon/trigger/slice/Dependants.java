package dev.carillon.trigger.slice;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.DependencyCycle;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.trigger.catalogue.Definition;
import dev.carillon.trigger.catalogue.Standing;
import java.util.List;

/** Whether a definition may depend on what it names. */
final class Dependants {
    /** All of them have to hear each outcome before any later input is applied. */
    private static final int MAX_DEPENDANTS = 10_000;

    private Dependants() {}

    /**
     * The definition, or why it can't be used. A schedule that isn't known may still come, as definitions may be written in
     * any order; then it is waited for.
     */
    static Definition checked(Definition definition, Draft draft) {
        if (!(definition instanceof Definition.Good good)
                || good.schedule().when().dependsOn().isEmpty()) {
            return definition;
        }
        Schedule schedule = good.schedule();
        List<String> cycle = DependencyCycle.through(
                schedule.taskId(), schedule.when().dependsOn(), taskId -> parents(taskId, draft));
        if (!cycle.isEmpty()) {
            return new Definition.Bad(schedule.taskId(), ErrorCode.DEPENDENCY_CYCLE, DependencyCycle.words(cycle));
        }
        for (String parent : schedule.when().dependsOn()) {
            boolean crowded = draft.awaited().dependants(parent).size() >= MAX_DEPENDANTS
                    && !draft.awaited().dependants(parent).contains(schedule.taskId());
            if (crowded) {
                return new Definition.Bad(
                        schedule.taskId(),
                        ErrorCode.TOO_MANY_ENTRIES,
                        "dependsOn: " + MAX_DEPENDANTS + " schedules depend on \"" + parent
                                + "\" already; let this one depend on one of those");
            }
        }
        return definition;
    }

    private static List<String> parents(String taskId, Draft draft) {
        Standing standing = draft.standing(taskId);
        return standing == null ? List.of() : standing.parents();
    }
}
