package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.Arrangements;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Reached;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.Memory;
import dev.carillon.trigger.catalogue.Misread;
import dev.carillon.trigger.catalogue.Standing;
import org.jspecify.annotations.Nullable;

/**
 * Parks schedules in force that can't be planned here, before anything else is decided: what an older definition of theirs
 * plans is not owed.
 */
final class ParkedSchedules {
    private static final int AT_ONCE = 500;

    private ParkedSchedules() {}

    /** Returns false if there are none. */
    static boolean park(Catalogue catalogue, Draft draft) {
        boolean found = false;
        for (Misread misread : catalogue.unplannable(AT_ONCE)) {
            if (found && draft.size.isFull()) {
                return true; // The next slice parks the others.
            }
            found = true;
            Standing parked = parked(catalogue.standing(misread.taskId()), misread, draft.reached());
            draft.say(
                    EventType.SCHEDULE_BROKEN,
                    misread.taskId(),
                    misread.bad().code() + ": the definition in force can't be planned any more, so it is parked: "
                            + misread.bad().message() + ". Then apply it again");
            draft.stand(parked);
        }
        return found;
    }

    /**
     * A schedule whose definition in force can't be planned: nothing is owed until there is another one.
     *
     * @param before what a marker said of it, or null
     */
    private static Standing parked(@Nullable Standing before, Misread misread, Reached reached) {
        boolean marked = before != null && before.marked();
        Standing last = marked ? before : null;
        return new Standing(
                misread.taskId(),
                null,
                null,
                misread.offset(),
                Math.max(misread.offset() + 1, last == null ? 0 : last.position()),
                last == null ? 0 : last.generation(),
                reached,
                last == null ? Memory.NONE : last.memory(),
                Arrangements.NONE,
                last == null ? null : last.pause(),
                new Standing.Broken(misread.bad().code().name(), misread.bad().message()),
                null,
                true);
    }
}
