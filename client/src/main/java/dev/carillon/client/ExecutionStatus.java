package dev.carillon.client;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.state.ExecutionState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One execution as its records tell it.
 *
 * @param why one sentence: what it waits for, or why it ended so
 * @param attempts those that were heard of, in order
 * @param nextAttempt when the next attempt may start, while one is waited for
 * @param cancelAsked when somebody asked to cancel it
 * @param where the last record that carries its task
 * @param task as that record has it
 */
public record ExecutionStatus(
        ExecutionKey key,
        ExecutionState state,
        String why,
        List<Attempt> attempts,
        @Nullable Instant nextAttempt,
        @Nullable Instant cancelAsked,
        @Nullable TaskPosition where,
        @Nullable Task task,
        @Nullable Outcome outcome) {

    /**
     * One try.
     *
     * @param status what was said of it last; STARTED while it runs, null as long as nobody has said anything
     * @param said when that was said, by append time
     */
    public record Attempt(
            int number,
            @Nullable ResultStatus status,
            @Nullable String code,
            @Nullable String message,
            @Nullable String worker,
            @Nullable Instant started,
            @Nullable Instant finished,
            Instant said) {}
}
