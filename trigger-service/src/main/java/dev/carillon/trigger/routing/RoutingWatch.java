package dev.carillon.trigger.routing;

import dev.carillon.schemas.work.Routing;

/** Notified of how tasks were routed, once they are committed. */
public interface RoutingWatch {
    void routed(Routing strategy, long tasks);

    /** No worker could be chosen, so the hash of the key chose the partition. */
    void wentHome(long tasks);
}
