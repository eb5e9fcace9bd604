package dev.carillon.console.history.run;

import dev.carillon.schemas.key.ExecutionKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Executions whose last failed attempts had the same code, and messages that differ in numbers and names only.
 *
 * @param id names the group in {@link RunFilter#error}
 * @param message of one of them
 * @param runs how many executions are in the group
 * @param lastRun the newest execution of the group
 */
public record ErrorGroup(
        String id,
        @Nullable String code,
        @Nullable String message,
        long runs,
        Instant first,
        Instant last,
        ExecutionKey lastRun) {}
