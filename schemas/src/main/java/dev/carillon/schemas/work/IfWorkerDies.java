package dev.carillon.schemas.work;

/** Whether an attempt whose worker died is retried (at least once) or fails (at most once). */
public enum IfWorkerDies {
    RETRY,
    FAIL
}
