package dev.carillon.system.checker;

import dev.carillon.schemas.record.DecidedUpTo;
import dev.carillon.schemas.record.Schedule;

/**
 * A definition and the time in which it was in force.
 *
 * @param floor it has only ticks after this
 * @param end it has no ticks after this, because another version or a deletion was applied
 * @param open whether it is still in force at the end of the run
 */
record DefinitionInForce(SeenRecord at, Schedule schedule, DecidedUpTo floor, DecidedUpTo end, boolean open) {
    /** The ticks of a paused version are decided only when the pause ends. */
    boolean undecided() {
        return open && !schedule.enabled();
    }
}
