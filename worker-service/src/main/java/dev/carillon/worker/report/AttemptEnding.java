package dev.carillon.worker.report;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.ResultStatus;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended.
 *
 * @param retryable whether another attempt may succeed; only the handler, or what refused the task, can rule that out
 */
public record AttemptEnding(
        ResultStatus status,
        @Nullable String code,
        @Nullable String message,
        @Nullable RawJson data,
        @Nullable String error,
        boolean retryable) {

    public static AttemptEnding succeeded(@Nullable RawJson data) {
        return new AttemptEnding(ResultStatus.SUCCEEDED, null, null, data, null, true);
    }

    public static AttemptEnding failed(String code, String message, @Nullable String error, boolean retryable) {
        return new AttemptEnding(ResultStatus.FAILED, code, message, null, error, retryable);
    }

    public static AttemptEnding of(ResultStatus status, ErrorCode code, String message) {
        return new AttemptEnding(status, code.name(), message, null, null, true);
    }

    public AttemptEnding withData(@Nullable RawJson newData) {
        return new AttemptEnding(status, code, message, newData, error, retryable);
    }
}
