package dev.carillon.trigger;

import dev.carillon.kit.lifecycle.ServiceGroup;
import dev.carillon.kit.time.Deadline;
import dev.carillon.trigger.dispatch.Dispatcher;
import dev.carillon.trigger.leadership.Leadership;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * All that a trigger has started and has to stop.
 *
 * @param dispatcher null before it is made
 */
record StartedTrigger(
        ServiceGroup loops,
        Leadership leadership,
        Runnable closeClients,
        @Nullable Dispatcher dispatcher) {
    /** Long enough to wait until a full minute is over, when the most ticks are due. */
    private static final Duration HAND_OVER_WITHIN = Duration.ofSeconds(4);

    /**
     * Stops everything.
     *
     * @param leads whether this instance leads: then it hands over first, while everything here still runs
     */
    void stop(boolean leads, Duration within) {
        Deadline deadline = Deadline.in(within);
        if (leads && dispatcher != null) {
            Duration half = within.dividedBy(2);
            try {
                dispatcher.handOver(half.compareTo(HAND_OVER_WITHIN) < 0 ? half : HAND_OVER_WITHIN);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // The caller wants to stop at once, so there is no hand-over.
            }
        }
        loops.stop(deadline.remaining());
        leadership.close();
        closeClients.run();
    }
}
