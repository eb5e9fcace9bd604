package dev.carillon.schemas.record;

/** What a worker says of an attempt; STARTED is a claim, not an end. */
public enum ResultStatus {
    STARTED,
    SUCCEEDED,
    FAILED,
    TIMED_OUT,
    CANCELLED,
    LOST,
    EXPIRED,
    HANDED_BACK,
    SKIPPED
}
