package dev.carillon.console.history;

import dev.carillon.schemas.key.ExecutionKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Attempts that failed in the same way: the same code, and messages that differ in numbers and names only.
 *
 * @param id names the group in {@link RunFilter#error}
 * @param message of the last one
 * @param runs how many executions met it
 * @param lastRun the execution that met it last
 */
public record ErrorGroup(
        String id,
        @Nullable String code,
        @Nullable String message,
        long runs,
        Instant first,
        Instant last,
        ExecutionKey lastRun) {}
