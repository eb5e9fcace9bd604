package dev.carillon.client.status;

import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.retry.RetryRule;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Builds the attempts of an execution's status from its records, and describes them. */
final class AttemptHistory {
    private AttemptHistory() {}

    static ExecutionStatus.Attempt notReported(int number, Instant at) {
        return new ExecutionStatus.Attempt(number, null, null, null, null, null, null, at);
    }

    static ExecutionStatus.Attempt running(ExecutionStatus.Attempt known, Instant at) {
        return new ExecutionStatus.Attempt(
                known.number(), ResultStatus.STARTED, null, null, known.worker(), known.started(), null, at);
    }

    static ExecutionStatus.Attempt of(Result result, Instant at) {
        return new ExecutionStatus.Attempt(
                result.attempt(),
                result.status(),
                code(result),
                result.message(),
                result.worker() == null ? null : result.worker().id(),
                result.times().started(),
                result.times().finished(),
                at);
    }

    /** The code that retry rules match on; an attempt that did not fail has only the code its worker gave. */
    private static @Nullable String code(Result result) {
        return switch (result.status()) {
            case FAILED, TIMED_OUT, LOST, CANCELLED, EXPIRED -> RetryRule.codeOf(result.status(), result.code());
            case STARTED, SUCCEEDED, HANDED_BACK, SKIPPED -> result.code();
        };
    }

    /** Whether it has ended; one that was handed back goes on. */
    static boolean isOver(ExecutionStatus.Attempt attempt) {
        ResultStatus status = attempt.status();
        return status != null && status != ResultStatus.STARTED && status != ResultStatus.HANDED_BACK;
    }

    static String onWorker(ExecutionStatus.Attempt attempt) {
        return attempt.worker() == null ? "" : " on " + attempt.worker();
    }

    static String describe(ExecutionStatus.Attempt attempt) {
        if (attempt.status() == ResultStatus.STARTED) {
            String since = attempt.started() == null ? "" : " since " + attempt.started();
            return "attempt " + attempt.number() + " runs" + onWorker(attempt) + since;
        }
        // A code that repeats the status adds nothing.
        boolean redundant = attempt.code() == null || attempt.code().equals(String.valueOf(attempt.status()));
        String code = redundant ? "" : " (" + attempt.code() + ")";
        String message = attempt.message() == null ? "" : ": " + attempt.message();
        return "attempt " + attempt.number() + " ended " + attempt.status() + onWorker(attempt) + code + message;
    }
}
