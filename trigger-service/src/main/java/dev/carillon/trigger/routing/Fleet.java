package dev.carillon.trigger.routing;

import dev.carillon.schemas.record.DefaultRouting;
import dev.carillon.schemas.record.Routing;
import java.util.List;

/**
 * The workers that live, in the order of their ids, and the strategy of schedules that name none. It never changes; a new
 * one takes its place.
 */
public record Fleet(Routing byDefault, List<Worker> workers) {
    public static final Fleet UNKNOWN = new Fleet(DefaultRouting.UNSET, List.of());
}
