package dev.carillon.collector.ledger;

import dev.carillon.collector.outcome.Effect;
import dev.carillon.collector.outcome.OutcomeRecords;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.OutcomeStatus;
import java.time.Instant;

/** The one place where executions are decided: a pure function of what is known, what happened, and the time. */
public final class Ledger {
    private Ledger() {}

    public static Decision decide(KnownExecution known, LedgerEvent event, Instant now) {
        if (event instanceof LedgerEvent.ResultRead read) {
            return ResultRules.decide(known, read, now);
        } else if (event instanceof LedgerEvent.Settled settled) {
            return ResultRules.settled(known, settled);
        } else if (event instanceof LedgerEvent.TaskDelayed delayed) {
            return DelayRules.delayed(known, delayed, now);
        } else if (event instanceof LedgerEvent.TimerFired fired) {
            return DelayRules.fired(known, fired, now);
        } else if (event instanceof LedgerEvent.CancelAsked) {
            return DelayRules.cancelAsked(known, now);
        } else if (event instanceof LedgerEvent.WorkerSilent silent) {
            return FailureRules.workerSilent(known, silent, now);
        } else if (event instanceof LedgerEvent.DeadlineChecked checked) {
            return DelayRules.deadlineChecked(known, checked);
        }
        throw new IllegalArgumentException("no rule for " + event);
    }

    /** The end of an execution whose next records would be over their limits. */
    public static Decision unencodable(KnownExecution known, ContractException problem, Instant now) {
        Entry open = known.open();
        String message = String.valueOf(problem.getMessage());
        return Decision.end(
                ResultRules.closed(known, now),
                OutcomeRecords.without(
                        known.key(),
                        OutcomeStatus.FAILED,
                        open == null ? 1 : open.attempt(),
                        problem.code(),
                        message,
                        now),
                new Effect.Bury(null, problem.code(), message));
    }
}
