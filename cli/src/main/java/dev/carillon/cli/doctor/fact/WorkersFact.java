package dev.carillon.cli.doctor.fact;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The live workers with the types they serve, and the types that schedules need.
 *
 * @param live how many workers sent a heartbeat lately
 * @param served the types that live workers serve, by queue
 * @param wanted taskIds of the enabled schedules, by queue and type
 * @param unreadable taskIds of schedules that can't be read
 */
public record WorkersFact(
        int live, Map<String, Set<String>> served, Map<WorkKind, List<String>> wanted, List<String> unreadable) {

    /** The queue and type that a worker must serve to run a task. */
    public record WorkKind(String queue, String type) {}
}
