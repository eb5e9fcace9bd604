package dev.carillon.worker.report;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.ResultStatus;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended.
 *
 * @param retryable whether another attempt may be of use; only a handler knows that it is not
 */
public record Ending(
        ResultStatus status,
        @Nullable String code,
        @Nullable String message,
        @Nullable RawJson data,
        @Nullable String error,
        boolean retryable) {

    public static Ending succeeded(@Nullable RawJson data) {
        return new Ending(ResultStatus.SUCCEEDED, null, null, data, null, true);
    }

    public static Ending failed(String code, String message, @Nullable String error, boolean retryable) {
        return new Ending(ResultStatus.FAILED, code, message, null, error, retryable);
    }

    public static Ending of(ResultStatus status, ErrorCode code, String message) {
        return new Ending(status, code.name(), message, null, null, true);
    }

    public Ending withData(@Nullable RawJson newData) {
        return new Ending(status, code, message, newData, error, retryable);
    }
}
