package dev.carillon.collector.ledger;

import java.time.Duration;
import java.time.Instant;

/**
 * An execution that has its Outcome, kept to tell repeats from new executions of the same key.
 *
 * @param since append time of its first attempt's end, or of its Outcome if there was no attempt: workers forget a
 *     first attempt an hour after it too, and if they run it again it must get an Outcome again
 */
public record ClosedExecution(Instant since) {
    /** How long repeats of a key are recognised; workers deduplicate for as long. */
    public static final Duration WINDOW = Duration.ofHours(1);

    public boolean covers(Instant at) {
        return at.isBefore(since.plus(WINDOW));
    }
}
