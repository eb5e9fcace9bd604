package dev.carillon.collector.outcome;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds final words. */
public final class Outcomes {
    private Outcomes() {}

    /** A final word that repeats what the last result said. */
    public static Outcome of(Result last, OutcomeStatus status, int attempts, @Nullable String code, Instant at) {
        return new Outcome(
                last.key(),
                status,
                attempts,
                code,
                last.message(),
                last.withTask(null),
                at,
                last.skipped(),
                null,
                Map.of());
    }

    /** As {@link #of}, with another reason than the result's own. */
    public static Outcome of(
            Result last, OutcomeStatus status, int attempts, ErrorCode code, String message, Instant at) {
        return new Outcome(
                last.key(), status, attempts, code.name(), message, last.withTask(null), at, null, null, Map.of());
    }

    /** A final word on an execution that ended without a result. */
    public static Outcome without(
            ExecutionKey key, OutcomeStatus status, int attempts, ErrorCode code, String message, Instant at) {
        return new Outcome(key, status, attempts, code.name(), message, null, at, null, null, Map.of());
    }
}
