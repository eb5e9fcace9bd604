package dev.carillon.collector.ledger;

import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.WorkerRef;
import java.time.Instant;

/** Something that happened to one execution. */
public sealed interface LedgerEvent {
    /**
     * A result or claim of a worker was read.
     *
     * @param claimed whether the attempt had been claimed before
     * @param at append time
     */
    record ResultRead(Result result, boolean claimed, Instant at) implements LedgerEvent {}

    /**
     * A first attempt's success was read, with which its worker wrote the outcome.
     *
     * @param at append time
     */
    record Settled(Result result, Instant at) implements LedgerEvent {}

    /** A task was read from {@code delayed}; it has its full key. */
    record TaskDelayed(Task task, Instant at) implements LedgerEvent {}

    /** The timer of the open entry has fired. */
    record TimerFired(Instant due) implements LedgerEvent {}

    /** A command to cancel was read; it is in {@link KnownExecution#cancel}. */
    record CancelAsked() implements LedgerEvent {}

    /** Two checks were read without a sign of life of the claimant between them. */
    record WorkerSilent(WorkerRef worker, Instant at) implements LedgerEvent {}

    /** The check after a deadline was read back, so all results before it have been read. */
    record DeadlineChecked(int attempt, Instant at) implements LedgerEvent {}
}
