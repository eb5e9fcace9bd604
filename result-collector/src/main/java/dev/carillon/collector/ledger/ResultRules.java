package dev.carillon.collector.ledger;

import dev.carillon.collector.outcome.Outcomes;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Deadlines;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.retry.RetryRule;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What follows from a worker's word on an attempt. */
final class ResultRules {
    private ResultRules() {}

    static Decision decide(Known known, LedgerEvent.ResultRead read, Instant now) {
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
     * The worker has written the outcome, which is sound where nobody else can end the execution. One that is open under the
     * same key was submitted twice, once for later, and is closed without a second outcome. Nobody needs to look at others.
     */
    static Decision settled(Known known, LedgerEvent.Settled settled) {
        Result result = settled.result();
        if (result.status() != ResultStatus.SUCCEEDED || result.attempt() != 1 || result.delivery() != 1) {
            return Decision.aside(
                    ErrorCode.CONFLICTING_FIELDS,
                    "settled: stands on " + words(result) + ", delivery " + result.delivery()
                            + "; only the success of a first attempt can be settled by its worker; leave the header out");
        }
        return known.open() == null ? Decision.nothing() : Decision.settled(closed(known, settled.at()));
    }

    /** A word that changes nothing any more, or nothing yet; null for one that counts. */
    private static @Nullable Decision refused(Known known, LedgerEvent.ResultRead read) {
        Result result = read.result();
        Entry open = known.open();
        boolean claim = result.status() == ResultStatus.STARTED;
        if (open == null) {
            if (result.attempt() > 1 || (read.claimed() && !claim)) {
                return Decision.late(words(result) + " came after the Outcome");
            }
            Closed closed = known.closed();
            return closed != null && closed.covers(read.at())
                    ? Decision.duplicate(words(result) + " repeats an attempt that has its Outcome")
                    : null;
        }
        if (result.attempt() < open.attempt()) {
            return Decision.late(words(result) + " came after attempt " + open.attempt() + " was planned");
        }
        if (result.attempt() > open.attempt() || open.phase() == Phase.RETRYING) {
            return Decision.stray();
        }
        if (result.status() == ResultStatus.SKIPPED) {
            return Decision.duplicate("SKIPPED of an execution that is open");
        }
        // A success names no delivery: it carries no task. It is good news from whichever delivery.
        if (result.status() != ResultStatus.SUCCEEDED && result.delivery() < open.delivery()) {
            return Decision.late(words(result) + " came after delivery " + open.delivery() + " was released");
        }
        if (read.claimed() && !claim && result.status() != ResultStatus.SUCCEEDED && !isClaimants(open, result)) {
            return Decision.late(words(result) + " is said by one that does not hold its claim");
        }
        return null;
    }

    /**
     * Whether the word comes from who holds the claim. A worker that lost a partition in the middle of a commit does
     * not know whether its claim stands; it says what has to follow if it does, and only then it may.
     */
    private static boolean isClaimants(Entry open, Result result) {
        return open.phase() == Phase.RUNNING
                && open.delivery() == result.delivery()
                && Objects.equals(open.worker(), result.worker());
    }

    private static Decision claimed(Known known, Result result) {
        Entry open = known.open();
        if (open != null && open.phase() == Phase.RUNNING && Objects.equals(open.worker(), result.worker())) {
            return Decision.duplicate("a claim repeats itself");
        }
        Entry running = new Entry(
                Phase.RUNNING,
                result.attempt(),
                result.delivery(),
                0,
                null,
                open == null ? null : open.firstEnd(),
                result.worker());
        return Decision.open(Verdict.CLAIMED, running, result.task());
    }

    private static Decision ended(Known known, Result result, OutcomeStatus status, int attempts, Instant at) {
        String code = result.code() == null && status != OutcomeStatus.SUCCEEDED && status != OutcomeStatus.SKIPPED
                ? RetryRule.codeOf(result.status(), null)
                : result.code();
        return Decision.end(closed(known, at), Outcomes.of(result, status, attempts, code, at));
    }

    /** The same attempt once more: the worker had to give it back before it ended. */
    private static Decision handedBack(Known known, Result result, Instant at, Instant now) {
        Task task = result.task() != null ? result.task() : known.task();
        if (task == null) {
            return FailureRules.failed(known, result, at, now);
        }
        Cancel cancel = known.cancel();
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

    /** With a deadline that does not start anew with each attempt; one that was named is none of ours to judge here. */
    static Task anchored(Task task, Instant at) {
        return task.deadline() == null ? Deadlines.anchored(task, at) : task;
    }

    /** An attempt that never started does not count as made. */
    static int attemptsMade(Result result) {
        return result.times().started() == null ? result.attempt() - 1 : result.attempt();
    }

    static Closed closed(Known known, Instant at) {
        Entry open = known.open();
        return new Closed(open == null || open.firstEnd() == null ? at : open.firstEnd());
    }

    private static String words(Result result) {
        return result.status() + " of attempt " + result.attempt();
    }
}
