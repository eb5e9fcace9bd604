package dev.carillon.client;

import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.retry.RetryRule;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What is known of single attempts. */
final class Attempts {
    private Attempts() {}

    static ExecutionStatus.Attempt unheard(int number, Instant at) {
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

    /** What retry rules match on; an attempt that ended without a failure has only what its worker said. */
    private static @Nullable String code(Result result) {
        return switch (result.status()) {
            case FAILED, TIMED_OUT, LOST, CANCELLED, EXPIRED -> RetryRule.codeOf(result.status(), result.code());
            case STARTED, SUCCEEDED, HANDED_BACK, SKIPPED -> result.code();
        };
    }

    static boolean isOver(ExecutionStatus.Attempt attempt) {
        return attempt.status() != null && attempt.status() != ResultStatus.STARTED;
    }

    static String by(ExecutionStatus.Attempt attempt) {
        return attempt.worker() == null ? "" : " on " + attempt.worker();
    }

    static String words(ExecutionStatus.Attempt attempt) {
        if (attempt.status() == ResultStatus.STARTED) {
            String since = attempt.started() == null ? "" : " since " + attempt.started();
            return "attempt " + attempt.number() + " runs" + by(attempt) + since;
        }
        // A code that only repeats the status tells nothing more.
        boolean told = attempt.code() == null || attempt.code().equals(String.valueOf(attempt.status()));
        String code = told ? "" : " (" + attempt.code() + ")";
        String message = attempt.message() == null ? "" : ": " + attempt.message();
        return "attempt " + attempt.number() + " ended " + attempt.status() + by(attempt) + code + message;
    }
}
