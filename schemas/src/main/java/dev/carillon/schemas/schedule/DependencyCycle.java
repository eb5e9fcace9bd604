package dev.carillon.schemas.schedule;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds cycles of schedules that depend on each other. */
public final class DependencyCycle {
    /** Of longer cycles, messages show the beginning. */
    private static final int SHOWN = 20;

    private static final String PROBLEM = " is a cycle: each waits for the next";
    private static final String FIX = "remove one of these dependencies";

    private DependencyCycle() {}

    /**
     * The cycle through a schedule, beginning and ending with it; empty if there is none.
     *
     * @param dependsOn the schedule's new dependencies
     * @param known the dependencies of other schedules; empty for an unknown one
     */
    public static List<String> through(
            String taskId, List<String> dependsOn, Function<String, ? extends List<String>> known) {
        Map<String, String> reachedFrom = new HashMap<>();
        Deque<String> open = new ArrayDeque<>();
        for (String parent : dependsOn) {
            if (reachedFrom.putIfAbsent(parent, taskId) == null) {
                open.add(parent);
            }
        }
        while (!open.isEmpty() && !reachedFrom.containsKey(taskId)) {
            String next = open.remove();
            for (String parent : known.apply(next)) {
                if (reachedFrom.putIfAbsent(parent, next) == null) {
                    open.add(parent);
                }
            }
        }
        return reachedFrom.containsKey(taskId) ? path(taskId, reachedFrom) : List.of();
    }

    private static List<String> path(String taskId, Map<String, String> reachedFrom) {
        List<String> path = new ArrayList<>();
        path.add(taskId);
        String step = taskId;
        do {
            step = Objects.requireNonNull(reachedFrom.get(step));
            path.add(0, step);
        } while (!step.equals(taskId));
        return path;
    }

    /** The message that refuses a definition with this cycle. */
    public static String message(List<String> cycle) {
        return "dependsOn: " + shown(cycle) + PROBLEM + "; " + FIX;
    }

    private static String shown(List<String> cycle) {
        List<String> shown = cycle.size() <= SHOWN ? cycle : cycle.subList(0, SHOWN);
        return String.join(" -> ", shown) + (cycle.size() <= SHOWN ? "" : " -> ...");
    }

    /**
     * Refuses a definition that depends on a missing schedule, or on itself through others.
     *
     * @param known the dependencies of a schedule; null for a missing one
     */
    public static void refuse(Schedule schedule, Function<String, @Nullable List<String>> known) {
        for (String parent : schedule.when().dependsOn()) {
            if (known.apply(parent) == null) {
                throw new ContractException(
                        ErrorCode.UNKNOWN_PARENT,
                        "dependsOn",
                        "there is no schedule " + ContractException.shown(parent),
                        "apply it first or in the same file, or correct its name");
            }
        }
        List<String> cycle = through(
                schedule.taskId(),
                schedule.when().dependsOn(),
                taskId -> Objects.requireNonNullElse(known.apply(taskId), List.of()));
        if (!cycle.isEmpty()) {
            throw new ContractException(ErrorCode.DEPENDENCY_CYCLE, "dependsOn", shown(cycle) + PROBLEM, FIX);
        }
    }
}
