package dev.carillon.schemas.schedule;

/** How the executions that a schedule depends on must have ended. */
public enum ParentsEnd {
    SUCCEEDED,
    FAILED,
    ENDED
}
