package dev.carillon.schemas.record;

/** How the partition of a tick is chosen. */
public enum Routing {
    HASH,
    ROUND_ROBIN,
    WEIGHTED_ROUND_ROBIN,
    RANDOM,
    LEAST_TASKS,
    LEAST_LOAD,
    LEAST_CONNECTIONS
}
