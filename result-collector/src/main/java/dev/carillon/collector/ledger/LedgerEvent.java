package dev.carillon.collector.ledger;

import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.WorkerRef;
import java.time.Instant;

/** Something that happened to one execution. */
public sealed interface LedgerEvent {
    /**
     * A worker's word on an attempt.
     *
     * @param claimed whether the attempt had been claimed before
     * @param at append time
     */
    record ResultRead(Result result, boolean claimed, Instant at) implements LedgerEvent {}

    /**
     * A first attempt's success, with which its worker wrote the outcome.
     *
     * @param at append time
     */
    record Settled(Result result, Instant at) implements LedgerEvent {}

    /** A task that asks to rest, with its full key. */
    record TaskDelayed(Task task, Instant at) implements LedgerEvent {}

    /** The timer of the open entry has fired. */
    record TimerFired(Instant due) implements LedgerEvent {}

    /** Somebody asked to cancel; the command itself is in {@link Known#cancel}. */
    record CancelAsked() implements LedgerEvent {}

    /** Two checks met no sign of life of the claimant between them. */
    record WorkerSilent(WorkerRef worker, Instant at) implements LedgerEvent {}

    /** The question after a deadline has come back, so everything said before it has been read. */
    record DeadlineChecked(int attempt, Instant at) implements LedgerEvent {}
}
