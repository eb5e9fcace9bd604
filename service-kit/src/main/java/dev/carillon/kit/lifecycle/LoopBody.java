package dev.carillon.kit.lifecycle;

import java.time.Instant;

/** What a {@link Loop} does; everything but {@link #wakeUp} is called on the loop's own thread. */
@FunctionalInterface
public interface LoopBody {
    /** One round. It may wait (a poll), but then {@link #wakeUp} has to end the wait. */
    void runOnce(Instant now) throws Exception;

    /** Before the first round; an exception here makes the start of the loop fail. */
    default void begin() throws Exception {}

    /** After the last round, and also after a failed {@link #begin}: close what the thread owns. */
    default void end() throws Exception {}

    /** Called from another thread to end a wait inside {@link #runOnce} early, such as a consumer's wakeup. */
    default void wakeUp() {}
}
