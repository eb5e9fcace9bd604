package dev.carillon.cli.execution;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.carillon.client.status.ExecutionStatus;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.state.ExecutionState;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The status of one execution as JSON. What is not known is null and shown as such.
 *
 * @param task where its newest task lies
 * @param next commands to continue with
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.ALWAYS)
public record ExecutionAnswer(
        String key,
        ExecutionState state,
        String why,
        List<Attempt> attempts,
        @Nullable Instant nextAttempt,
        @Nullable Instant cancelAsked,
        @Nullable Place task,
        @Nullable JsonNode outcome,
        List<String> next) {

    /** One attempt. */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Attempt(
            @JsonProperty("attempt") int number,
            @Nullable ResultStatus status,
            @Nullable String code,
            @Nullable String message,
            @Nullable String worker,
            @Nullable Instant started,
            @Nullable Instant finished,
            Instant said) {
        static Attempt of(ExecutionStatus.Attempt attempt) {
            return new Attempt(
                    attempt.number(),
                    attempt.status(),
                    attempt.code(),
                    attempt.message(),
                    attempt.worker(),
                    attempt.started(),
                    attempt.finished(),
                    attempt.said());
        }
    }

    /** The position of a record. */
    public record Place(String topic, int partition, long offset) {
        static Place of(TaskPosition where) {
            return new Place(where.topic(), where.partition(), where.offset());
        }
    }

    public static ExecutionAnswer of(ExecutionStatus status) {
        return ExecutionAnswerBuilder.builder()
                .key(status.key().toString())
                .state(status.state())
                .why(status.why())
                .attempts(status.attempts().stream().map(Attempt::of).toList())
                .nextAttempt(status.nextAttempt())
                .cancelAsked(status.cancelAsked())
                .task(status.where() == null ? null : Place.of(status.where()))
                .outcome(status.outcome() == null ? null : Json.read(Kind.OUTCOME.encode(status.outcome())))
                .next(ExecutionWords.next(status))
                .build();
    }
}
