package dev.carillon.collector.ledger;

import dev.carillon.schemas.record.Task;
import org.jspecify.annotations.Nullable;

/** What a decision changes in the ledger. */
public sealed interface LedgerChange {
    record Stay() implements LedgerChange {}

    /**
     * The execution is open, as the entry says.
     *
     * @param task the task that a timer or a claim has to keep
     */
    record Open(Entry entry, @Nullable Task task) implements LedgerChange {}

    record Close(ClosedExecution closed) implements LedgerChange {}
}
