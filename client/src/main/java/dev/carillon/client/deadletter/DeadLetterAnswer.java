package dev.carillon.client.deadletter;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.Json;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A dead letter as JSON.
 *
 * @param mark what became of it
 * @param headers null in lists, as are value and valueBase64
 * @param valueBase64 a value that is not JSON
 */
@RecordBuilder
public record DeadLetterAnswer(
        String position,
        Instant appended,
        String key,
        String cause,
        String message,
        @Nullable String origin,
        @Nullable String mark,
        @Nullable Map<String, String> headers,
        @Nullable JsonNode value,
        @Nullable String valueBase64) {

    /** The result of a replay or drop. */
    public record Handled(
            String position,
            String oldKey,
            String done,
            @Nullable String key,
            @Nullable String why) {
        public static Handled of(ReplayResult result, String done) {
            return new Handled(
                    result.deadLetter().position().toString(),
                    result.deadLetter().key(),
                    result.refused() == null ? done : "refused",
                    result.key(),
                    result.refused());
        }
    }

    /** The fields that lists show. */
    public static DeadLetterAnswer summary(StoredDeadLetter deadLetter, Optional<DeadLetterMark> mark) {
        return DeadLetterAnswerBuilder.builder()
                .position(deadLetter.position().toString())
                .appended(deadLetter.appended())
                .key(deadLetter.key())
                .cause(deadLetter.cause())
                .message(deadLetter.message())
                .origin(deadLetter.origin().orElse(null))
                .mark(mark.map(DeadLetterMark::describe).orElse(null))
                .build();
    }

    /** All fields, with headers and value. */
    public static DeadLetterAnswer whole(StoredDeadLetter deadLetter, Optional<DeadLetterMark> mark) {
        DeadLetterAnswerBuilder answer = DeadLetterAnswerBuilder.builder(summary(deadLetter, mark))
                .headers(deadLetter.stored().headers().texts());
        byte[] value = deadLetter.stored().value();
        if (value != null) {
            Optional<JsonNode> parsed = parsed(value);
            answer.value(parsed.orElse(null))
                    .valueBase64(parsed.isPresent() ? null : Base64.getEncoder().encodeToString(value));
        }
        return answer.build();
    }

    /** The value as JSON; empty if it is not JSON. */
    public static Optional<JsonNode> parsed(byte[] value) {
        try {
            return Optional.of(Json.read(value));
        } catch (ContractException e) {
            return Optional.empty(); // Safe: the caller shows the bytes; they may be why it is here.
        }
    }
}
