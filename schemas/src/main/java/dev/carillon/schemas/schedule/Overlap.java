package dev.carillon.schemas.schedule;

/** What a tick does while an earlier execution of its schedule is open. */
public enum Overlap {
    ALLOW,
    SKIP,
    QUEUE_ONE,
    QUEUE_ALL,
    CANCEL_OTHER
}
