package dev.carillon.collector.ledger;

import dev.carillon.schemas.record.Task;
import org.jspecify.annotations.Nullable;

/** What a decision changes in the ledger. */
public sealed interface Step {
    record Stay() implements Step {}

    /**
     * The execution is open, as the entry says.
     *
     * @param task what a timer or a claim has to keep
     */
    record Open(Entry entry, @Nullable Task task) implements Step {}

    record Close(Closed closed) implements Step {}
}
