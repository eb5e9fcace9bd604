package dev.carillon.schemas.record;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Finds schedules that wait for each other. */
public final class DependencyCycle {
    /** A path longer than this is shown by its beginning. */
    private static final int SHOWN = 20;

    private DependencyCycle() {}

    /**
     * The way from a schedule back to itself, beginning and ending with it; empty if there is none.
     *
     * @param dependsOn what the schedule is about to depend on
     * @param known what the others depend on; empty for one that isn't known
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

    /** The refusal of such a definition, in words. */
    public static String words(List<String> cycle) {
        List<String> shown = cycle.size() <= SHOWN ? cycle : cycle.subList(0, SHOWN);
        return "dependsOn: " + String.join(" -> ", shown) + (cycle.size() <= SHOWN ? "" : " -> ...")
                + " is a circle, in which each waits for the next; leave one of these out";
    }
}
