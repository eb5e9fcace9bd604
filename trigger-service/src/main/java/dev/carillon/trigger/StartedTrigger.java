package dev.carillon.trigger;

import dev.carillon.kit.lifecycle.ServiceGroup;
import dev.carillon.kit.time.Deadline;
import dev.carillon.trigger.dispatch.Dispatcher;
import dev.carillon.trigger.leadership.Leadership;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a trigger has started and has to stop.
 *
 * @param dispatcher null before it was made
 */
record StartedTrigger(
        ServiceGroup loops,
        Leadership leadership,
        Runnable closeClients,
        @Nullable Dispatcher dispatcher) {
    /** Long enough to let a full minute pass. */
    private static final Duration HAND_OVER_WITHIN = Duration.ofSeconds(4);

    /**
     * Stops everything.
     *
     * @param leads whether another instance has to be let lead first, while everything here still runs
     */
    void stop(boolean leads, Duration within) {
        Deadline deadline = Deadline.in(within);
        if (leads && dispatcher != null) {
            Duration half = within.dividedBy(2);
            try {
                dispatcher.handOver(half.compareTo(HAND_OVER_WITHIN) < 0 ? half : HAND_OVER_WITHIN);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // Whoever stops us is in a hurry.
            }
        }
        loops.stop(deadline.remaining());
        leadership.close();
        closeClients.run();
    }
}
