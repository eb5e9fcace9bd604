package dev.carillon.worker.intake;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import java.time.Instant;

/** What is to become of a task record. */
public sealed interface Judgement {

    /**
     * To be run within the given instants, of which the first may have passed.
     *
     * @param submitted whether it was read from the queue itself, not from what the collector released
     */
    record Run(ExecutionKey key, Task task, Instant notBefore, Instant deadline, boolean submitted)
            implements Judgement {}

    /** Lies outside its home because a foreign partitioner chose its place. */
    record MoveHome(ExecutionKey key, int home) implements Judgement {}

    /** May not start for so long that it goes to {@code delayed}. */
    record Delay(ExecutionKey key, Task task) implements Judgement {}

    /** Answered without being run: EXPIRED, CANCELLED, or FAILED for what this version doesn't do. */
    record Answer(ExecutionKey key, Task task, ResultStatus status, ErrorCode code, String message)
            implements Judgement {}

    /** Another record of the same attempt came first. */
    record Duplicate(ExecutionKey key, int attempt) implements Judgement {}

    /** Can't be used at all. */
    record Poison(ErrorCode code, String message) implements Judgement {}
}
