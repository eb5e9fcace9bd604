package dev.carillon.client.schedule;

import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.schedule.Schedule;

/**
 * The result of applying one definition.
 *
 * @param schedule the schedule in force; {@code enabled} is the operator's if the definition does not name it
 * @param again whether an equal definition was written again because the trigger did not use the stored one: the
 *     schedule was broken, parked or paused after failures
 * @param version the offset of its record; -1 if it was only planned
 */
public record ApplyResult(Schedule schedule, Change change, boolean again, long version) {

    /** What applying does to the schedule. */
    public enum Change {
        CREATED,
        /** A different definition, or an equal one that was written again: see {@link #again}. */
        CHANGED,
        /** Equal to the newest record; nothing was written. */
        UNCHANGED;

        /** The spelling in the answers of the command line and the console. */
        public String word() {
            return Fields.spelled(this);
        }
    }

    public String taskId() {
        return schedule.taskId();
    }
}
