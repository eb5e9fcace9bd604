package dev.carillon.schemas.record;

/** How those must have ended that a schedule depends on. */
public enum ParentsEnd {
    SUCCEEDED,
    FAILED,
    ENDED
}
