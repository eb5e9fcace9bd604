package dev.carillon.schemas.record;

/** How an execution ended. */
public enum OutcomeStatus {
    SUCCEEDED,
    FAILED,
    CANCELLED,
    SKIPPED,
    EXPIRED
}
