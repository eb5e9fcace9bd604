package dev.carillon.schemas.work;

/** The urgency of work; each priority has its own topic per queue. */
public enum Priority {
    URGENT,
    HIGH,
    NORMAL,
    LOW
}
