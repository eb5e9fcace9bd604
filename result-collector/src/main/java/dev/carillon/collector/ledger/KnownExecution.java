package dev.carillon.collector.ledger;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of an execution before a decision.
 *
 * @param task the task of the open entry, while it waits in a timer or is claimed
 * @param cancel the command to cancel it, if there is one
 * @param timersRun whether timers may fire, as the clock agrees with the brokers'
 */
public record KnownExecution(
        ExecutionKey key,
        @Nullable Entry open,
        @Nullable Task task,
        @Nullable ClosedExecution closed,
        @Nullable CancelRequest cancel,
        QueueList queues,
        boolean timersRun) {
    /** While timers do not fire. */
    public KnownExecution(
            ExecutionKey key,
            @Nullable Entry open,
            @Nullable Task task,
            @Nullable ClosedExecution closed,
            @Nullable CancelRequest cancel,
            QueueList queues) {
        this(key, open, task, closed, cancel, queues, false);
    }
}
