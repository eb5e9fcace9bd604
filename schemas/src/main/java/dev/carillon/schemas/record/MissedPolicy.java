package dev.carillon.schemas.record;

/** Which of the ticks that nobody could dispatch in time are made up for. */
public enum MissedPolicy {
    NONE,
    LAST,
    ALL
}
