package dev.carillon.trigger.routing;

import dev.carillon.schemas.record.Routing;

/** Hears how tasks were routed, once they are committed. */
public interface RoutingWatch {
    void routed(Routing strategy, long tasks);

    /** A strategy should have chosen, and there was nobody to choose. */
    void wentHome(long tasks);
}
