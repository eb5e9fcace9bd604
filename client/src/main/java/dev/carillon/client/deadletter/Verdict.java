package dev.carillon.client.deadletter;

import dev.carillon.schemas.record.Task;

/** What can come of replaying a letter. */
public interface Verdict {

    /** It becomes a new execution. */
    record Again(Task task) implements Verdict {}

    /** It can't, and why and what to do instead. */
    record Refused(String words) implements Verdict {}
}
