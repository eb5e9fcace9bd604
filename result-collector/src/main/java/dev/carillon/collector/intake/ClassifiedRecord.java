package dev.carillon.collector.intake;

import dev.carillon.collector.ledger.LedgerEvent;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Check;
import dev.carillon.schemas.work.WorkerRef;
import org.jspecify.annotations.Nullable;

/** What a record means to the collector. */
public sealed interface ClassifiedRecord {
    /**
     * Something happened to an execution.
     *
     * @param sign the worker of which this is a sign of life
     */
    record Happened(
            ExecutionKey key, LedgerEvent event, @Nullable WorkerRef sign) implements ClassifiedRecord {}

    /** A worker with open claims is alive. */
    record Alive(WorkerRef worker) implements ClassifiedRecord {}

    /** A check was read back. */
    record Answered(Check check) implements ClassifiedRecord {}

    /** A foreign partitioner put it here: its home is another partition. */
    record Misplaced(ExecutionKey key, int home) implements ClassifiedRecord {}

    /** It can't be used. */
    record Unusable(ErrorCode code, String message) implements ClassifiedRecord {}
}
