package dev.carillon.collector.ledger;

import dev.carillon.collector.outcome.OutcomeRecords;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.StartDeadline;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.retry.RetryRule;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decides on the results and claims of workers. */
final class ResultRules {
    private ResultRules() {}

    static Decision decide(KnownExecution known, LedgerEvent.ResultRead read, Instant now) {
        Decision refused = refused(known, read);
        if (refused != null) {
            return refused;
        }
        Result result = read.result();
        Instant at = read.at();
        return switch (result.status()) {
            case STARTED -> claimed(known, result);
            case SUCCEEDED -> ended(known, result, OutcomeStatus.SUCCEEDED, result.attempt(), at);
            case SKIPPED -> ended(known, result, OutcomeStatus.SKIPPED, 0, at);
            case CANCELLED -> ended(known, result, OutcomeStatus.CANCELLED, attemptsMade(result), at);
            case EXPIRED -> ended(known, result, OutcomeStatus.EXPIRED, attemptsMade(result), at);
            case FAILED, TIMED_OUT, LOST -> FailureRules.failed(known, result, at, now);
            case HANDED_BACK -> handedBack(known, result, at, now);
        };
    }

    /**
     * The worker has written the outcome, as only it could end the execution. If the key is open here all the same, it
     * was submitted twice, once for later, and is closed without a second outcome; else nothing is left to do.
     */
    static Decision settled(KnownExecution known, LedgerEvent.Settled settled) {
        Result result = settled.result();
        if (result.status() != ResultStatus.SUCCEEDED || result.attempt() != 1 || result.delivery() != 1) {
            return Decision.aside(
                    ErrorCode.CONFLICTING_FIELDS,
                    "settled: is a header of " + description(result) + ", delivery " + result.delivery()
                            + "; a worker can settle only the success of a first attempt; leave the header out");
        }
        return known.open() == null ? Decision.nothing() : Decision.settled(closed(known, settled.at()));
    }

    /** The decision on a record that changes nothing any more, or nothing yet; null for one that counts. */
    private static @Nullable Decision refused(KnownExecution known, LedgerEvent.ResultRead read) {
        Result result = read.result();
        Entry open = known.open();
        boolean claim = result.status() == ResultStatus.STARTED;
        if (open == null) {
            if (result.attempt() > 1 || (read.claimed() && !claim)) {
                return Decision.late(description(result) + " came after the Outcome");
            }
            ClosedExecution closed = known.closed();
            return closed != null && closed.covers(read.at())
                    ? Decision.duplicate(description(result) + " repeats an attempt that has its Outcome")
                    : null;
        }
        if (result.attempt() < open.attempt()) {
            return Decision.late(description(result) + " came after attempt " + open.attempt() + " was planned");
        }
        if (result.attempt() > open.attempt() || open.phase() == Phase.RETRYING) {
            return Decision.stray();
        }
        if (result.status() == ResultStatus.SKIPPED) {
            return Decision.duplicate("SKIPPED of an execution that is open");
        }
        // A success names no delivery, as it carries no task; it counts from any delivery.
        if (result.status() != ResultStatus.SUCCEEDED && result.delivery() < open.delivery()) {
            return Decision.late(description(result) + " came after delivery " + open.delivery() + " was released");
        }
        if (read.claimed() && !claim && result.status() != ResultStatus.SUCCEEDED && !isClaimants(open, result)) {
            return Decision.late(description(result) + " came from a worker that does not hold its claim");
        }
        return null;
    }

    /**
     * Whether the result comes from the worker that holds the claim. A worker that lost a partition during a commit
     * does not know whether its claim was committed; it reports an end that counts only if the claim was.
     */
    private static boolean isClaimants(Entry open, Result result) {
        return open.phase() == Phase.RUNNING
                && open.delivery() == result.delivery()
                && Objects.equals(open.worker(), result.worker());
    }

    private static Decision claimed(KnownExecution known, Result result) {
        Entry open = known.open();
        if (open != null && open.phase() == Phase.RUNNING && Objects.equals(open.worker(), result.worker())) {
            return Decision.duplicate("the same claim was read a second time");
        }
        Entry running = new Entry(
                Phase.RUNNING,
                result.attempt(),
                result.delivery(),
                0,
                null,
                open == null ? null : open.firstEnd(),
                result.worker());
        return Decision.open(EventVerdict.CLAIMED, running, result.task());
    }

    private static Decision ended(KnownExecution known, Result result, OutcomeStatus status, int attempts, Instant at) {
        String code = result.code() == null && status != OutcomeStatus.SUCCEEDED && status != OutcomeStatus.SKIPPED
                ? RetryRule.codeOf(result.status(), null)
                : result.code();
        return Decision.end(closed(known, at), OutcomeRecords.of(result, status, attempts, code, at));
    }

    /** Releases the same attempt again, as its worker handed it back before it ended. */
    private static Decision handedBack(KnownExecution known, Result result, Instant at, Instant now) {
        Task task = result.task() != null ? result.task() : known.task();
        if (task == null) {
            return FailureRules.failed(known, result, at, now);
        }
        CancelRequest cancel = known.cancel();
        if (cancel != null) {
            return FailureRules.cancelled(known, result, cancel, at);
        }
        Task again = anchored(task, at).redelivered();
        Entry open = known.open();
        Entry waiting = new Entry(
                Phase.PENDING,
                again.attempt(),
                again.delivery(),
                open == null ? 0 : open.returns(),
                null,
                open == null ? null : open.firstEnd(),
                null);
        return DelayRules.release(known, waiting, again, now);
    }

    /** Adds a deadline, so that it does not start again with each attempt; one that the task names is kept. */
    static Task anchored(Task task, Instant at) {
        return task.deadline() == null ? StartDeadline.anchored(task, at) : task;
    }

    /** An attempt that never started does not count as made. */
    static int attemptsMade(Result result) {
        return result.times().started() == null ? result.attempt() - 1 : result.attempt();
    }

    static ClosedExecution closed(KnownExecution known, Instant at) {
        Entry open = known.open();
        return new ClosedExecution(open == null || open.firstEnd() == null ? at : open.firstEnd());
    }

    private static String description(Result result) {
        return result.status() + " of attempt " + result.attempt();
    }
}
