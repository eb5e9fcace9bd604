package dev.carillon.schemas.schedule;

/** What happens to a local time that a clock change skips. */
public enum Gap {
    RUN_AFTER,
    SKIP
}
