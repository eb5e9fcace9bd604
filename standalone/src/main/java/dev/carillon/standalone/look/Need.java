package dev.carillon.standalone.look;

/**
 * Something that a person should see to.
 *
 * @param words what is wrong, as a sentence's end
 * @param next the command that goes on from there
 */
public record Need(Kind kind, String words, String next) {

    /** What is the matter. */
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
