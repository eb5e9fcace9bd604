package dev.carillon.standalone.doctor;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who works, and for whom there is work.
 *
 * @param live how many workers were heard of lately
 * @param served the types that live workers serve, by queue
 * @param wanted taskIds of the schedules in force, by queue and type
 * @param unreadable taskIds of schedules that can't be read
 */
record WorkersFact(
        int live, Map<String, Set<String>> served, Map<WorkKind, List<String>> wanted, List<String> unreadable) {

    /** What a worker has to serve to run a task. */
    record WorkKind(String queue, String type) {}
}
