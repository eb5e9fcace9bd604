package dev.carillon.collector.intake;

import dev.carillon.collector.ledger.LedgerEvent;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Check;
import dev.carillon.schemas.record.WorkerRef;
import org.jspecify.annotations.Nullable;

/** What a record turned out to be. */
public sealed interface Arrival {
    /**
     * Something happened to an execution.
     *
     * @param sign the worker that thereby shows that it lives
     */
    record Happened(
            ExecutionKey key, LedgerEvent event, @Nullable WorkerRef sign) implements Arrival {}

    /** A worker with open claims lives. */
    record Alive(WorkerRef worker) implements Arrival {}

    /** A question of ours came back. */
    record Answered(Check check) implements Arrival {}

    /** A foreign partitioner put it here: its home is elsewhere. */
    record Misplaced(ExecutionKey key, int home) implements Arrival {}

    /** Nobody can use it. */
    record Unusable(ErrorCode code, String message) implements Arrival {}
}
