package dev.carillon.schemas.record;

/** What a worker is doing. */
public enum WorkerState {
    IDLE,
    BUSY,
    DRAINING
}
