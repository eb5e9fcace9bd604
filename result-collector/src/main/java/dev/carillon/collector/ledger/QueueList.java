package dev.carillon.collector.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * The queues that had topics when the list was read.
 *
 * @param readAt when the reading began
 */
public record QueueList(Set<String> names, Instant readAt) {
    /** How long a task waits whose queue is missing from an old list; a new list is read meanwhile. */
    public static final Duration REST = Duration.ofMillis(200);

    /**
     * How old a list may be to show that a queue is missing; well over {@link #REST}, or a timer that fires late would
     * never find one.
     */
    private static final Duration FRESH = Duration.ofSeconds(1);

    /** Whether a queue exists, as far as the list can tell. */
    public enum Answer {
        EXISTS,
        DOES_NOT,
        /** The queue may be younger than the list. */
        CANNOT_TELL
    }

    public Answer ask(String queue, Instant now) {
        if (names.contains(queue)) {
            return Answer.EXISTS;
        }
        return readAt.isBefore(now.minus(FRESH)) ? Answer.CANNOT_TELL : Answer.DOES_NOT;
    }
}
