package dev.carillon.schemas.record;

/** The kinds of commands in {@code control}. */
public enum CommandKind {
    CANCEL,
    REPRIORITISE,
    RUN_NOW,
    SKIP_NEXT,
    BACKFILL,
    CANCEL_BACKFILL,
    DRAIN,
    CAPACITY
}
