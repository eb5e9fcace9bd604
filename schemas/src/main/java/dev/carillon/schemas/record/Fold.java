package dev.carillon.schemas.record;

/** Which of two equal local times counts when a clock change repeats an hour. */
public enum Fold {
    FIRST,
    LAST,
    BOTH
}
