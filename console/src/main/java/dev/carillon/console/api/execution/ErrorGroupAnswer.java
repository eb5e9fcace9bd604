package dev.carillon.console.api.execution;

import dev.carillon.console.history.run.ErrorGroup;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Executions that failed in the same way, as JSON.
 *
 * @param runs how many they are
 * @param lastRun the key of the newest
 */
record ErrorGroupAnswer(
        String id,
        @Nullable String code,
        @Nullable String message,
        long runs,
        Instant first,
        Instant last,
        String lastRun) {
    static ErrorGroupAnswer of(ErrorGroup group) {
        return new ErrorGroupAnswer(
                group.id(),
                group.code(),
                group.message(),
                group.runs(),
                group.first(),
                group.last(),
                group.lastRun().toString());
    }
}
