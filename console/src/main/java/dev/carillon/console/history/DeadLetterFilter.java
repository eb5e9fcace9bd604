package dev.carillon.console.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which dead letters are wanted: those that pass every part that is said.
 *
 * @param taskId of the record's key
 * @param all those that were replayed or dropped, too
 */
public record DeadLetterFilter(
        @Nullable String taskId,
        @Nullable String cause,
        @Nullable Instant since,
        @Nullable Instant until,
        boolean all) {
    public static final DeadLetterFilter OPEN = new DeadLetterFilter(null, null, null, null, false);
}
