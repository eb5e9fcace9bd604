package dev.carillon.console.api.execution;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.carillon.console.history.run.RunDetail;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.record.ResultStatus;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An execution with its attempts as JSON.
 *
 * @param data the result's payload
 * @param cli a command that shows the same
 */
record RunDetailAnswer(
        @JsonUnwrapped RunAnswer run,
        List<Attempt> attemptList,
        @Nullable JsonNode task,
        @Nullable JsonNode data,
        @Nullable Instant cancelAsked,
        long logLines,
        String cli) {

    /** One attempt. */
    @RecordBuilder
    record Attempt(
            int number,
            @Nullable ResultStatus status,
            @Nullable String code,
            @Nullable String message,
            @Nullable String error,
            @Nullable String worker,
            @Nullable Instant queued,
            @Nullable Instant started,
            @Nullable Instant finished,
            @Nullable Instant said) {
        static Attempt of(RunDetail.Attempt attempt) {
            return RunDetailAnswerAttemptBuilder.builder()
                    .number(attempt.number())
                    .status(attempt.status())
                    .code(attempt.code())
                    .message(attempt.message())
                    .error(attempt.error())
                    .worker(attempt.worker())
                    .queued(attempt.queued())
                    .started(attempt.started())
                    .finished(attempt.finished())
                    .said(attempt.said())
                    .build();
        }
    }

    static RunDetailAnswer of(RunDetail detail) {
        return new RunDetailAnswer(
                RunAnswer.of(detail.run()),
                detail.attempts().stream().map(Attempt::of).toList(),
                detail.task() == null ? null : Json.read(Kind.TASK.encode(detail.task())),
                detail.data() == null ? null : detail.data().node(),
                detail.cancelAsked(),
                detail.logLines(),
                "carillon status " + detail.run().key());
    }
}
