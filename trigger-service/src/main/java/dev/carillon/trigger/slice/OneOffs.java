package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.Arrangements;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.trigger.catalogue.Standing;
import java.time.Instant;
import java.util.List;

/**
 * Remembers which instants of definitions with {@code at} are decided. Such an instant is owed however late, so one that is
 * given again would be owed again, and its key is that of an execution which has been.
 */
final class OneOffs {
    private OneOffs() {}

    /**
     * The decided ones, when a definition takes the place of the one in force. As long as that stands it says so itself, and
     * most one-offs never need a marker.
     */
    static List<Instant> decided(Standing before, Draft draft) {
        Arrangements known = before.arrangements();
        Schedule last = before.schedule();
        Instant at = last == null ? null : last.when().at();
        if (at == null) {
            return known.decidedOnce();
        }
        // One that jitter has put off may still be open.
        Instant due = before.jitter().due(before.taskId(), at);
        boolean open = due.isAfter(before.decidedAt(draft.reached()));
        return open ? known.decidedOnce() : known.decidedOnce(at).decidedOnce();
    }
}
