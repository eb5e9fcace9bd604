package dev.carillon.schemas.record;

/** Which of the ticks that were not dispatched in time are dispatched late. */
public enum MissedPolicy {
    NONE,
    LAST,
    ALL
}
