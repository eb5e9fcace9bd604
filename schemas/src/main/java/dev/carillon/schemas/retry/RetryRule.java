package dev.carillon.schemas.retry;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.IfWorkerDies;
import dev.carillon.schemas.work.Retry;

/** Decides whether a failed attempt is retried. */
public final class RetryRule {
    /** What follows a failed attempt. */
    public enum Verdict {
        TRY_AGAIN,
        /** It used up its retries. */
        EXHAUSTED,
        /** Its retry rule, or {@code ifWorkerDies: fail}, forbids a retry. */
        GIVEN_UP
    }

    private RetryRule() {}

    public static Verdict judge(Task task, ResultStatus status, String code) {
        Retry retry = task.work().retry();
        if (isProgressUnknown(status, code) && task.work().ifWorkerDies() == IfWorkerDies.FAIL) {
            return Verdict.GIVEN_UP;
        }
        boolean listed = retry.retryOn().isEmpty() || retry.retryOn().contains(code);
        if (!listed || retry.giveUpOn().contains(code)) {
            return Verdict.GIVEN_UP;
        }
        return task.attempt() <= retry.maxRetries() ? Verdict.TRY_AGAIN : Verdict.EXHAUSTED;
    }

    /** Whether it is unknown how far the attempt came: work that must not run twice is not retried then. */
    private static boolean isProgressUnknown(ResultStatus status, String code) {
        return status == ResultStatus.LOST || code.equals(ErrorCode.DRAINED.name());
    }

    /** The code that retry rules match on: the result's own, or the one of its status. */
    public static String codeOf(ResultStatus status, @org.jspecify.annotations.Nullable String code) {
        if (code != null) {
            return code;
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
