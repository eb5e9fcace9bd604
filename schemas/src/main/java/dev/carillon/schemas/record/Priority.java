package dev.carillon.schemas.record;

/** How urgent work is; each has a topic of its own per queue. */
public enum Priority {
    URGENT,
    HIGH,
    NORMAL,
    LOW
}
