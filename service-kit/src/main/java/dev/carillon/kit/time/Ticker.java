package dev.carillon.kit.time;

/** A monotonic clock: only differences mean anything, and it never steps back. */
@FunctionalInterface
public interface Ticker {
    long nanos();
}
