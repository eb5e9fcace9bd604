package dev.carillon.trigger.meter;

import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.work.Routing;
import dev.carillon.trigger.routing.RoutingWatch;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** Counts tasks by how they were routed: by strategy, of which there are few, and not by worker. */
public final class RoutingMeters implements RoutingWatch {
    private final Map<Routing, Counter> routed = new EnumMap<>(Routing.class);
    private final Counter home;

    public RoutingMeters(MeterRegistry meters) {
        for (Routing strategy : Routing.values()) {
            if (strategy != Routing.HASH) {
                routed.put(strategy, TriggerMeters.ROUTED.counter(meters, Fields.spelled(strategy)));
            }
        }
        this.home = TriggerMeters.ROUTED_HOME.counter(meters);
    }

    @Override
    public void routed(Routing strategy, long tasks) {
        Objects.requireNonNull(routed.get(strategy)).increment((double) tasks);
    }

    @Override
    public void wentHome(long tasks) {
        home.increment((double) tasks);
    }
}
