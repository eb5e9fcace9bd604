package dev.carillon.console.history.deadletter;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Selects dead letters that match every condition that is not null.
 *
 * @param taskId in the key of the record
 * @param all also those that were replayed or dropped
 */
public record DeadLetterFilter(
        @Nullable String taskId,
        @Nullable String cause,
        @Nullable Instant since,
        @Nullable Instant until,
        boolean all) {
    public static final DeadLetterFilter OPEN = new DeadLetterFilter(null, null, null, null, false);
}
