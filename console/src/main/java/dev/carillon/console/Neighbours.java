package dev.carillon.console;

import dev.carillon.console.api.schedule.Forecast;
import dev.carillon.console.cluster.ClusterView;

/** What only others know: the console may not see the services, so whoever starts it hands their knowledge in. */
public record Neighbours(ClusterView cluster, Forecast forecast) {}
