package dev.carillon.schemas.error;

/** A stable code of a failure, with its words for users; implemented by the enums that list such codes. */
public interface ProblemCode {
    /** The code itself, such as {@code UNKNOWN_QUEUE}. A released code never changes its meaning. */
    String name();

    /** What the code means, in one sentence. */
    String meaning();

    /** What to do about it, in one sentence. */
    String fix();
}
