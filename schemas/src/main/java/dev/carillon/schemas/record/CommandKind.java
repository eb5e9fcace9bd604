package dev.carillon.schemas.record;

/** What somebody asks for in {@code control}. */
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
