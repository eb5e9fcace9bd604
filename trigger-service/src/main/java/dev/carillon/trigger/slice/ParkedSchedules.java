package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.EventType;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.Misread;
import dev.carillon.trigger.catalogue.Standing;

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
            Standing parked = Standing.parked(catalogue.standing(misread.taskId()), misread, draft.reached());
            draft.say(
                    EventType.SCHEDULE_BROKEN,
                    misread.taskId(),
                    misread.bad().code() + ": the definition in force can't be planned any more, so it is parked: "
                            + misread.bad().message() + ". Then apply it again");
            draft.stand(parked);
        }
        return found;
    }
}
