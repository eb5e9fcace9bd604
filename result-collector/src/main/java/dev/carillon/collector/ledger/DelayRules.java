package dev.carillon.collector.ledger;

import dev.carillon.collector.outcome.Effect;
import dev.carillon.collector.outcome.OutcomeRecords;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Check;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Decides on delayed tasks, on timers, and on commands to cancel. */
final class DelayRules {
    /** How long after its deadline a worker may still end a released task before the collector checks. */
    static final Duration GRACE = Duration.ofMinutes(1);
    /** The deadline of a task that has none: topics keep a task for a day longer. */
    static final Duration LONGEST_IN_QUEUE = Duration.ofDays(6);
    /** Returned tasks wait 1, 2, 4, … 64 s: clocks that disagree must not make a task run in circles. */
    private static final int MOST_DOUBLINGS = 6;

    private DelayRules() {}

    static Decision delayed(KnownExecution known, LedgerEvent.TaskDelayed delayed, Instant now) {
        Task task = delayed.task();
        Instant at = delayed.at();
        Entry open = known.open();
        if (open == null) {
            return opening(known, task, at, now);
        }
        if (task.attempt() < open.attempt()) {
            return Decision.late("attempt " + task.attempt() + " was delayed after it had ended");
        }
        if (task.attempt() > open.attempt()) {
            return neverReleased(task);
        }
        return open.phase() == Phase.QUEUED
                ? returned(open, task, at)
                : Decision.duplicate("the same task was delayed a second time");
    }

    private static Decision opening(KnownExecution known, Task task, Instant at, Instant now) {
        ClosedExecution closed = known.closed();
        if (closed != null && closed.covers(at)) {
            return task.attempt() > 1
                    ? Decision.late("attempt " + task.attempt() + " was delayed after the Outcome")
                    : Decision.duplicate("a task with this key has its Outcome already");
        }
        if (task.attempt() > 1 || task.delivery() > 1) {
            return neverReleased(task);
        }
        CancelRequest cancel = known.cancel();
        if (cancel != null) {
            return cancelled(known, cancel, 0, at);
        }
        if (task.work().shards() != null) {
            return refused(
                    known, task, ErrorCode.NOT_SUPPORTED_YET, "shards: this version does not split tasks", at, at);
        }
        Instant notBefore = task.notBefore();
        Entry pending = new Entry(Phase.PENDING, task.attempt(), task.delivery(), 0, notBefore, null, null);
        return notBefore == null || !notBefore.isAfter(now)
                ? release(known, pending, task, now)
                : Decision.open(EventVerdict.WAITING, pending, task);
    }

    /**
     * A task with an attempt or delivery that the collector has never released. Its results would be taken for late
     * ones, and it would end without an Outcome.
     */
    private static Decision neverReleased(Task task) {
        boolean attempt = task.attempt() > 1;
        ContractException problem = new ContractException(
                ErrorCode.OUT_OF_RANGE,
                attempt ? "attempt" : "delivery",
                "is " + (attempt ? task.attempt() : task.delivery())
                        + " in a task that was never tried; the limit is 1",
                "leave attempt and delivery out, they are counted for you");
        return Decision.aside(problem.code(), String.valueOf(problem.getMessage()));
    }

    /** A worker found that a released task is not due yet: its clock and the collector's disagree. */
    private static Decision returned(Entry open, Task task, Instant at) {
        int returns = open.returns() + 1;
        Instant rested = at.plusSeconds(1L << Math.min(returns - 1, MOST_DOUBLINGS));
        Instant notBefore = task.notBefore();
        Instant due = notBefore != null && notBefore.isAfter(rested) ? notBefore : rested;
        Entry pending = new Entry(Phase.PENDING, open.attempt(), task.delivery(), returns, due, open.firstEnd(), null);
        return Decision.open(EventVerdict.WAITING, pending, task);
    }

    static Decision fired(KnownExecution known, LedgerEvent.TimerFired fired, Instant now) {
        Entry open = known.open();
        if (open == null || !fired.due().equals(open.due())) {
            return Decision.nothing();
        }
        if (open.phase() == Phase.QUEUED) {
            Check check = new Check(known.key(), open.attempt(), Check.Subject.DEADLINE, null, Map.of());
            // Set again, in case the check is not read: an open entry must never be without a timer.
            return Decision.open(EventVerdict.ASKED, open.dueAt(now.plus(GRACE)), null, new Effect.Ask(check));
        }
        Task task = known.task();
        if (task == null) {
            return Decision.nothing();
        }
        CancelRequest cancel = known.cancel();
        if (cancel != null) {
            return cancelled(known, cancel, open.attemptsBefore(), now);
        }
        if (task.deadline() != null && now.isAfter(task.deadline())) {
            return Decision.end(
                    ResultRules.closed(known, now),
                    expired(known, open, "the deadline " + task.deadline() + " passed while it waited", now));
        }
        return release(known, open, task, now);
    }

    static Decision cancelAsked(KnownExecution known, Instant now) {
        Entry open = known.open();
        CancelRequest cancel = known.cancel();
        if (open == null || cancel == null || !open.phase().waitsInTimer()) {
            // A released or claimed attempt ends by a result or a silence of its worker, and the command is applied
            // then.
            return Decision.nothing();
        }
        return cancelled(known, cancel, open.attemptsBefore(), now);
    }

    static Decision deadlineChecked(KnownExecution known, LedgerEvent.DeadlineChecked checked) {
        Entry open = known.open();
        if (open == null || open.phase() != Phase.QUEUED || open.attempt() != checked.attempt()) {
            return Decision.nothing();
        }
        CancelRequest cancel = known.cancel();
        if (cancel != null) {
            return cancelled(known, cancel, open.attemptsBefore(), checked.at());
        }
        return Decision.end(
                ResultRules.closed(known, checked.at()),
                expired(known, open, "no worker took it before its deadline", checked.at()));
    }

    /**
     * Releases a task to the workers, if its queue exists.
     *
     * @param waiting the entry to keep while it is unknown whether the queue exists
     */
    static Decision release(KnownExecution known, Entry waiting, Task task, Instant now) {
        return switch (known.queues().ask(task.work().queue(), now)) {
            case EXISTS -> {
                Instant deadline = task.deadline() == null ? now.plus(LONGEST_IN_QUEUE) : task.deadline();
                Instant ask = deadline.isBefore(now) ? now.plus(GRACE) : deadline.plus(GRACE);
                yield Decision.open(EventVerdict.RELEASED, waiting.queued(ask), null, new Effect.Release(task));
            }
            case CANNOT_TELL ->
                Decision.open(EventVerdict.UNSURE_OF_QUEUE, waiting.dueAt(now.plus(QueueList.REST)), task);
            case DOES_NOT -> {
                Instant since = waiting.firstEnd() == null ? now : waiting.firstEnd();
                String message = "queue " + task.work().queue() + " has no topics";
                yield refused(known, task, ErrorCode.UNKNOWN_QUEUE, message, since, now);
            }
        };
    }

    private static Decision refused(
            KnownExecution known, Task task, ErrorCode code, String message, Instant since, Instant at) {
        Outcome outcome =
                OutcomeRecords.without(known.key(), OutcomeStatus.FAILED, task.attempt() - 1, code, message, at);
        return Decision.end(new ClosedExecution(since), outcome, new Effect.Bury(task, code, message));
    }

    private static Decision cancelled(KnownExecution known, CancelRequest cancel, int attempts, Instant at) {
        return Decision.end(
                ResultRules.closed(known, at),
                OutcomeRecords.without(
                        known.key(), OutcomeStatus.CANCELLED, attempts, ErrorCode.CANCELLED, cancel.words(), at));
    }

    private static Outcome expired(KnownExecution known, Entry open, String message, Instant at) {
        return OutcomeRecords.without(
                known.key(), OutcomeStatus.EXPIRED, open.attemptsBefore(), ErrorCode.DEADLINE_PASSED, message, at);
    }
}
