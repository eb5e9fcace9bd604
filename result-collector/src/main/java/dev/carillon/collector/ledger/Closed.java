package dev.carillon.collector.ledger;

import java.time.Duration;
import java.time.Instant;

/**
 * An execution that has its Outcome, remembered so that repeats are told from new executions of the same key.
 *
 * @param since append time of its first attempt's end, or of its Outcome where there was no attempt: workers forget a
 *     first attempt an hour after it too, and what they run again must get an Outcome again
 */
public record Closed(Instant since) {
    /** How long a key is remembered; workers deduplicate for as long. */
    public static final Duration WINDOW = Duration.ofHours(1);

    public boolean covers(Instant at) {
        return at.isBefore(since.plus(WINDOW));
    }
}
