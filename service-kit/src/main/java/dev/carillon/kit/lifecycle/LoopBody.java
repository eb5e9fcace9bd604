package dev.carillon.kit.lifecycle;

import java.time.Instant;

/** The work of a {@link Loop}; all methods but {@link #wakeUp} are called on the loop's thread. */
@FunctionalInterface
public interface LoopBody {
    /** One round. It may wait (a poll), but then {@link #wakeUp} has to end the wait. */
    void runOnce(Instant now) throws Exception;

    /** Called before the first round; an exception makes the start of the loop fail. */
    default void begin() throws Exception {}

    /** Called after the last round, and after a failed {@link #begin}, to close resources. */
    default void end() throws Exception {}

    /** Called from another thread to end a wait inside {@link #runOnce} early, such as a consumer's wakeup. */
    default void wakeUp() {}
}
