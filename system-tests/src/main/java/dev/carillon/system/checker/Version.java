package dev.carillon.system.checker;

import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Schedule;
import java.time.Instant;

/**
 * A definition and the time in which it was in force.
 *
 * @param floor ticks up to here it does not owe
 * @param end ticks after this it does not owe, because another version or a deletion was applied
 * @param open whether it still is in force at the end of the run
 */
record Version(SeenRecord at, Schedule schedule, Reached floor, Reached end, boolean open) {

    boolean owes(Instant tick) {
        Reached reached = new Reached(tick, schedule.taskId());
        return reached.compareTo(floor) > 0 && reached.compareTo(end) <= 0;
    }

    /** A paused version owes nothing until the gap ends. */
    boolean undecided() {
        return open && !schedule.enabled();
    }
}
