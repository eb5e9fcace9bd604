package dev.carillon.schemas.retry;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.IfWorkerDies;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Retry;
import dev.carillon.schemas.record.Task;

/** Whether an attempt that did not succeed is followed by another. */
public final class RetryRule {
    /** What follows a failed attempt. */
    public enum Verdict {
        TRY_AGAIN,
        /** It used up its retries. */
        EXHAUSTED,
        /** Its rule, or the promise to run at most once, forbids a retry. */
        GIVEN_UP
    }

    private RetryRule() {}

    public static Verdict judge(Task task, ResultStatus status, String code) {
        Retry retry = task.work().retry();
        if (mayHaveRunUnseen(status, code) && task.work().ifWorkerDies() == IfWorkerDies.FAIL) {
            return Verdict.GIVEN_UP;
        }
        boolean listed = retry.retryOn().isEmpty() || retry.retryOn().contains(code);
        if (!listed || retry.giveUpOn().contains(code)) {
            return Verdict.GIVEN_UP;
        }
        return task.attempt() <= retry.maxRetries() ? Verdict.TRY_AGAIN : Verdict.EXHAUSTED;
    }

    /** Ends of attempts of which nobody knows how far they came: at-most-once work must not follow them. */
    private static boolean mayHaveRunUnseen(ResultStatus status, String code) {
        return status == ResultStatus.LOST || code.equals(ErrorCode.DRAINED.name());
    }

    /** The code that retry rules match on: the result's own, or what its status implies. */
    public static String codeOf(ResultStatus status, @org.jspecify.annotations.Nullable String said) {
        if (said != null) {
            return said;
        }
        return switch (status) {
            case TIMED_OUT -> ErrorCode.TIMED_OUT.name();
            case LOST -> ErrorCode.WORKER_LOST.name();
            case CANCELLED -> ErrorCode.CANCELLED.name();
            case EXPIRED -> ErrorCode.DEADLINE_PASSED.name();
            default -> ErrorCode.HANDLER_FAILED.name();
        };
    }
}
