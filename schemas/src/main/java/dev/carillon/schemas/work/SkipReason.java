package dev.carillon.schemas.work;

/** Why a tick did not become a task. */
public enum SkipReason {
    OVERLAP,
    MISSED,
    COALESCED,
    CALENDAR,
    PAUSED,
    REQUESTED,
    BROKEN,
    DEPENDENCY
}
