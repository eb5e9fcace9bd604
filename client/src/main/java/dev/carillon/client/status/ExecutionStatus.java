package dev.carillon.client.status;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.state.ExecutionState;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The status of one execution, from its records.
 *
 * @param why one sentence: what it waits for, or how it ended
 * @param attempts the known attempts, in order
 * @param nextAttempt when the next attempt may start; null if it waits for none
 * @param cancelAsked when a cancel was requested; null if it was not
 * @param where the position of its newest task record
 * @param task the task as last seen in a task or result
 */
@RecordBuilder
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
     * One attempt.
     *
     * @param status the last reported status; STARTED while it runs, null before the first report
     * @param said the append time of that report, or of the task before it
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
