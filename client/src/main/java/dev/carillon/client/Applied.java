package dev.carillon.client;

import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.record.Schedule;

/**
 * What applying a definition came to.
 *
 * @param schedule as it is in force, with {@code enabled} as the operator set it where the definition does not say
 * @param again whether it means the same as the record before it, and is written once more because the trigger did not go
 *     by that: the schedule was broken, parked or paused by its own failures
 * @param version the offset of its record; -1 where it was only planned
 */
public record Applied(Schedule schedule, Change change, boolean again, long version) {

    /** What became of the schedule. */
    public enum Change {
        CREATED,
        /** Another definition, or the same one written once more to bring it into force; {@link #again} tells which. */
        CHANGED,
        /** It means the same as the newest record, which the trigger does not call broken or paused; nothing was written. */
        UNCHANGED;

        /** As answers name it. */
        public String word() {
            return Fields.spelled(this);
        }
    }

    public String taskId() {
        return schedule.taskId();
    }
}
