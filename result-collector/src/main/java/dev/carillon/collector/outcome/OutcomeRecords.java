package dev.carillon.collector.outcome;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeBuilder;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds Outcomes. */
public final class OutcomeRecords {
    private OutcomeRecords() {}

    /** An Outcome with the message of the last result. */
    public static Outcome of(Result last, OutcomeStatus status, int attempts, @Nullable String code, Instant at) {
        return OutcomeBuilder.builder()
                .key(last.key())
                .status(status)
                .attempts(attempts)
                .code(code)
                .message(last.message())
                .last(last.withTask(null))
                .decidedAt(at)
                .skipped(last.skipped())
                .rest(Map.of())
                .build();
    }

    /** As {@link #of}, with another reason than that of the result. */
    public static Outcome of(
            Result last, OutcomeStatus status, int attempts, ErrorCode code, String message, Instant at) {
        return OutcomeBuilder.builder()
                .key(last.key())
                .status(status)
                .attempts(attempts)
                .code(code.name())
                .message(message)
                .last(last.withTask(null))
                .decidedAt(at)
                .rest(Map.of())
                .build();
    }

    /** The Outcome of an execution that ended without a result. */
    public static Outcome without(
            ExecutionKey key, OutcomeStatus status, int attempts, ErrorCode code, String message, Instant at) {
        return OutcomeBuilder.builder()
                .key(key)
                .status(status)
                .attempts(attempts)
                .code(code.name())
                .message(message)
                .decidedAt(at)
                .rest(Map.of())
                .build();
    }
}
