package dev.carillon.cli.cron;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.carillon.schemas.error.ContractException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The next fire times of an expression as JSON, or why there are none.
 *
 * @param expr null if the question has none
 */
record FireTimesAnswer(
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String expr,
        @Nullable List<Instant> next,
        @Nullable Refusal error) {

    /** Why the question is refused. */
    record Refusal(String code, @Nullable String message) {}

    static FireTimesAnswer of(@Nullable String expr, List<Instant> next) {
        return new FireTimesAnswer(expr, next, null);
    }

    static FireTimesAnswer refused(@Nullable String expr, ContractException problem) {
        return new FireTimesAnswer(expr, null, new Refusal(problem.code().name(), problem.getMessage()));
    }
}
