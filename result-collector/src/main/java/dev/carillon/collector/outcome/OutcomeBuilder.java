package dev.carillon.collector.outcome;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds Outcomes. */
public final class OutcomeBuilder {
    private OutcomeBuilder() {}

    /** An Outcome with the message of the last result. */
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

    /** As {@link #of}, with another reason than that of the result. */
    public static Outcome of(
            Result last, OutcomeStatus status, int attempts, ErrorCode code, String message, Instant at) {
        return new Outcome(
                last.key(), status, attempts, code.name(), message, last.withTask(null), at, null, null, Map.of());
    }

    /** The Outcome of an execution that ended without a result. */
    public static Outcome without(
            ExecutionKey key, OutcomeStatus status, int attempts, ErrorCode code, String message, Instant at) {
        return new Outcome(key, status, attempts, code.name(), message, null, at, null, null, Map.of());
    }
}
