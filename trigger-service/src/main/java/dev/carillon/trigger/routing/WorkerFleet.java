package dev.carillon.trigger.routing;

import dev.carillon.schemas.schedule.DefaultRouting;
import dev.carillon.schemas.work.Routing;
import java.util.List;

/**
 * The workers that are online, in the order of their ids, and the strategy of schedules that name none. Immutable: a
 * change makes a new fleet.
 */
public record WorkerFleet(Routing byDefault, List<RoutableWorker> workers) {
    public static final WorkerFleet UNKNOWN = new WorkerFleet(DefaultRouting.UNSET, List.of());
}
