package dev.carillon.schemas.schedule;

/** Which of the ticks that were not dispatched in time are dispatched late. */
public enum MissedPolicy {
    NONE,
    LAST,
    ALL
}
