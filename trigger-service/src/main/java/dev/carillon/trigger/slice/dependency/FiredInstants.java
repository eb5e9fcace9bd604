package dev.carillon.trigger.slice.dependency;

import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.ScheduleOverrides;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.slice.build.SlicePlanBuilder;
import java.time.Instant;
import java.util.List;

/**
 * Remembers which {@code at} instants are decided. Such an instant fires however late, so one that a later definition
 * names again would be dispatched again, under the key of the first execution.
 */
public final class FiredInstants {
    private FiredInstants() {}

    /**
     * The decided instants to remember when a definition replaces the one in force. Until then that one names its
     * instant itself, so most one-offs never need a marker.
     */
    public static List<Instant> decided(ScheduleState before, SlicePlanBuilder slice) {
        ScheduleOverrides known = before.overrides();
        Schedule last = before.schedule();
        Instant at = last == null ? null : last.when().at();
        if (at == null) {
            return known.decidedOnce();
        }
        // One that jitter has put off may still be open.
        Instant due = before.jitter().due(before.taskId(), at);
        boolean open = due.isAfter(before.decidedAt(slice.reached()));
        return open ? known.decidedOnce() : known.decidedOnce(at).decidedOnce();
    }
}
