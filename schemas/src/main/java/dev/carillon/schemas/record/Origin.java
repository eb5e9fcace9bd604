package dev.carillon.schemas.record;

/** Why an execution exists. */
public enum Origin {
    TICK,
    MANUAL,
    SUBMITTED,
    RETRY,
    BACKFILL,
    REPLAY
}
