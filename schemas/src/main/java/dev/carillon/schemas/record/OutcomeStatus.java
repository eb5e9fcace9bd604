package dev.carillon.schemas.record;

/** The final word on an execution. */
public enum OutcomeStatus {
    SUCCEEDED,
    FAILED,
    CANCELLED,
    SKIPPED,
    EXPIRED
}
