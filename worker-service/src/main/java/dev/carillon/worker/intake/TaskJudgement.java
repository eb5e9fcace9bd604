package dev.carillon.worker.intake;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import java.time.Instant;

/** What the worker does with a task record. */
public sealed interface TaskJudgement {

    /**
     * To be run within the given instants, of which the first may have passed.
     *
     * @param submitted whether it was read from the queue itself, not from what the collector released
     */
    record Run(ExecutionKey key, Task task, Instant notBefore, Instant deadline, boolean submitted)
            implements TaskJudgement {}

    /** To be moved to its home partition, as a foreign partitioner chose another one. */
    record MoveHome(ExecutionKey key, int home) implements TaskJudgement {}

    /** To be moved to {@code delayed}, as it may not start for a long time. */
    record Delay(ExecutionKey key, Task task) implements TaskJudgement {}

    /** To be ended without being run: EXPIRED, CANCELLED, or FAILED for what this version does not support. */
    record Answer(ExecutionKey key, Task task, ResultStatus status, ErrorCode code, String message)
            implements TaskJudgement {}

    /** Another record of the same attempt came first. */
    record Duplicate(ExecutionKey key, int attempt) implements TaskJudgement {}

    /** To be moved to the dead letters, as it can't be used. */
    record Poison(ErrorCode code, String message) implements TaskJudgement {}
}
