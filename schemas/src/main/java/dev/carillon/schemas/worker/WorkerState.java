package dev.carillon.schemas.worker;

/** What a worker is doing. */
public enum WorkerState {
    IDLE,
    BUSY,
    DRAINING
}
