package dev.carillon.system.checker.read;

import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.system.checker.seen.SeenRecord;

/**
 * A definition and the time in which it was in force.
 *
 * @param floor it has only ticks after this
 * @param end it has no ticks after this, because another version or a deletion was applied
 * @param open whether it is still in force at the end of the run
 */
public record DefinitionInForce(SeenRecord at, Schedule schedule, DecidedUpTo floor, DecidedUpTo end, boolean open) {
    /** The ticks of a paused version are decided only when the pause ends. */
    public boolean undecided() {
        return open && !schedule.enabled();
    }
}
