package dev.carillon.schemas.schedule;

/** Which of two equal local times is used when a clock change repeats an hour. */
public enum Fold {
    FIRST,
    LAST,
    BOTH
}
