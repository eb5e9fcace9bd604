package dev.carillon.kit.time;

import java.time.Duration;

/** A wait that an interrupt ends; tests use one that does not wait. */
@FunctionalInterface
public interface Pause {
    void forAtMost(Duration time) throws InterruptedException;
}
