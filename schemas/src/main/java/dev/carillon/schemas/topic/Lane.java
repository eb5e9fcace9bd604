package dev.carillon.schemas.topic;

import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.work.Priority;

/** A queue and a priority: one topic of tasks. */
public record Lane(String queue, Priority priority) {

    /** The spelling in topic names and position keys: {@code default.normal}. */
    @Override
    public String toString() {
        return queue + "." + Fields.spelled(priority);
    }
}
