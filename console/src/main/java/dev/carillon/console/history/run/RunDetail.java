package dev.carillon.console.history.run;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One execution with its attempts, task and answer.
 *
 * @param attempts in order
 * @param task of the first attempt; null if no such record was read, or it is larger than the history stores
 * @param data answer of the successful attempt; null if there is none, or it is larger than the history stores
 * @param cancelAsked append time of the last cancel command for it
 * @param logLines how many lines its attempts have written
 */
public record RunDetail(
        Run run,
        List<Attempt> attempts,
        @Nullable Task task,
        @Nullable RawJson data,
        @Nullable Instant cancelAsked,
        long logLines) {

    /**
     * One attempt.
     *
     * @param status its last reported status; STARTED while it runs, null before any report
     * @param code why it ended so
     * @param error details, such as a stack trace
     * @param queued when its task was appended
     * @param said append time of the last report about it
     */
    @RecordBuilder
    public record Attempt(
            int number,
            @Nullable ResultStatus status,
            @Nullable String code,
            @Nullable String message,
            @Nullable String error,
            @Nullable String worker,
            @Nullable Instant queued,
            @Nullable Instant started,
            @Nullable Instant finished,
            @Nullable Instant said) {}
}
