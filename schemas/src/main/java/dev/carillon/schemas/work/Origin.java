package dev.carillon.schemas.work;

/** Why an execution exists. */
public enum Origin {
    TICK,
    MANUAL,
    SUBMITTED,
    RETRY,
    BACKFILL,
    REPLAY
}
