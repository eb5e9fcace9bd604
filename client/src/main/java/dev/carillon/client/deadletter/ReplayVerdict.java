package dev.carillon.client.deadletter;

import dev.carillon.schemas.record.Task;

/** The decision whether a dead letter can be replayed. */
public interface ReplayVerdict {

    /** It can, as this task. */
    record Again(Task task) implements ReplayVerdict {}

    /** It can't; the reason says why and what to do instead. */
    record Refused(String reason) implements ReplayVerdict {}
}
