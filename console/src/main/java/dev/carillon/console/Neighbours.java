package dev.carillon.console;

import dev.carillon.console.api.schedule.ScheduleForecaster;
import dev.carillon.console.cluster.ClusterView;

/** Ports that the console needs and does not implement, as it must not depend on the services. */
public record Neighbours(ClusterView cluster, ScheduleForecaster forecaster) {}
