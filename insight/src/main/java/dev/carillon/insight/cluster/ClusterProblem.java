package dev.carillon.insight.cluster;

/**
 * A problem that an operator should look at.
 *
 * @param words what is wrong, without a capital and a full stop
 * @param next the command to continue with
 */
public record ClusterProblem(Kind kind, String words, String next) {

    /** The kind of problem. */
    public enum Kind {
        TOPICS_MISSING,
        NO_TRIGGER,
        TRIGGER_SILENT,
        TRIGGER_BEHIND,
        NO_WORKER,
        WORKER_SILENT,
        QUEUE_UNSERVED,
        QUEUE_SLOW,
        COLLECTOR_BEHIND,
        SCHEDULES_BROKEN,
        DEAD_LETTERS
    }
}
