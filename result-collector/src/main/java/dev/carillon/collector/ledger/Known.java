package dev.carillon.collector.ledger;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of an execution before a decision.
 *
 * @param task of the open entry, while it waits in a timer or is claimed
 * @param cancel the command to cancel it, if there is one
 * @param timersRun whether our clock may say that a time has come
 */
public record Known(
        ExecutionKey key,
        @Nullable Entry open,
        @Nullable Task task,
        @Nullable Closed closed,
        @Nullable Cancel cancel,
        QueueList queues,
        boolean timersRun) {
    /** While timers rest. */
    public Known(
            ExecutionKey key,
            @Nullable Entry open,
            @Nullable Task task,
            @Nullable Closed closed,
            @Nullable Cancel cancel,
            QueueList queues) {
        this(key, open, task, closed, cancel, queues, false);
    }
}
