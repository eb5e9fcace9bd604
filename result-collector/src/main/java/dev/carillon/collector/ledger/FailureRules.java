package dev.carillon.collector.ledger;

import dev.carillon.collector.outcome.Effect;
import dev.carillon.collector.outcome.OutcomeRecords;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.retry.Backoff;
import dev.carillon.schemas.retry.RetryRule;
import dev.carillon.schemas.work.WorkerRef;
import java.time.Instant;

/** Decides on an attempt that did not succeed: another attempt, or the end. */
final class FailureRules {
    private FailureRules() {}

    static Decision failed(KnownExecution known, Result result, Instant at, Instant now) {
        Task task = result.task() != null ? result.task() : known.task();
        String code = RetryRule.codeOf(result.status(), result.code());
        if (task == null) {
            return withoutTask(known, result, at);
        }
        return switch (RetryRule.judge(task, result.status(), code)) {
            case TRY_AGAIN -> again(known, result, ResultRules.anchored(task, at), at, now);
            case EXHAUSTED ->
                over(
                        known,
                        result,
                        task,
                        code,
                        ErrorCode.EXHAUSTED,
                        "no retries left after attempt " + task.attempt(),
                        at);
            case GIVEN_UP ->
                over(known, result, task, code, ErrorCode.RETRIES_GIVEN_UP, code + " is not to be retried", at);
        };
    }

    static Decision workerSilent(KnownExecution known, LedgerEvent.WorkerSilent silent, Instant now) {
        Entry open = known.open();
        Task task = known.task();
        if (open == null
                || open.phase() != Phase.RUNNING
                || task == null
                || !silent.worker().equals(open.worker())) {
            return Decision.nothing();
        }
        WorkerRef worker = silent.worker();
        Result lost = Result.of(known.key(), open.attempt(), ResultStatus.LOST)
                .withReason(ErrorCode.WORKER_LOST.name(), "worker " + worker.id() + " died or fell silent", null)
                .withRun(worker, AttemptTimes.NONE, null)
                .withTask(task);
        // A lost worker can no longer report a final failure, so the command applies even if no retry was left.
        CancelRequest cancel = known.cancel();
        return cancel != null ? cancelled(known, lost, cancel, silent.at()) : failed(known, lost, silent.at(), now);
    }

    private static Decision again(KnownExecution known, Result result, Task task, Instant at, Instant now) {
        CancelRequest cancel = known.cancel();
        if (cancel != null) {
            return cancelled(known, result, cancel, at);
        }
        Instant notBefore = at.plus(
                Backoff.after(task.attempt(), task.work().retry(), known.key().toString()));
        if (task.deadline() != null && notBefore.isAfter(task.deadline())) {
            // Waiting for a deadline that the retry can't meet would only delay the Outcome.
            return Decision.end(
                    ResultRules.closed(known, at),
                    OutcomeRecords.of(
                            result,
                            OutcomeStatus.EXPIRED,
                            result.attempt(),
                            ErrorCode.DEADLINE_PASSED,
                            "attempt " + result.attempt() + " failed and the next could start only after the deadline "
                                    + task.deadline(),
                            at));
        }
        Entry open = known.open();
        Instant firstEnd = open == null || open.firstEnd() == null ? at : open.firstEnd();
        Entry retrying = new Entry(Phase.RETRYING, task.attempt() + 1, 1, 0, notBefore, firstEnd, null);
        Task next = task.nextAttempt(notBefore);
        return known.timersRun() && !notBefore.isAfter(now)
                ? DelayRules.release(known, retrying, next, now)
                : Decision.open(EventVerdict.RETRYING, retrying, next);
    }

    static Decision cancelled(KnownExecution known, Result result, CancelRequest cancel, Instant at) {
        return Decision.end(
                ResultRules.closed(known, at),
                OutcomeRecords.of(
                        result, OutcomeStatus.CANCELLED, result.attempt(), ErrorCode.CANCELLED, cancel.words(), at));
    }

    private static Decision over(
            KnownExecution known, Result result, Task task, String code, ErrorCode cause, String message, Instant at) {
        Outcome outcome = OutcomeRecords.of(result, OutcomeStatus.FAILED, result.attempt(), code, at);
        return Decision.end(ResultRules.closed(known, at), outcome, new Effect.Bury(task, cause, message));
    }

    private static Decision withoutTask(KnownExecution known, Result result, Instant at) {
        String message = result.status() + " without its task can't be tried again";
        Outcome outcome = OutcomeRecords.of(
                result, OutcomeStatus.FAILED, result.attempt(), ErrorCode.MISSING_FIELD, "task: " + message, at);
        return Decision.end(
                ResultRules.closed(known, at), outcome, new Effect.Bury(null, ErrorCode.MISSING_FIELD, message));
    }
}
