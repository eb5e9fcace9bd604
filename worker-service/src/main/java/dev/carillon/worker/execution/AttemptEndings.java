package dev.carillon.worker.execution;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.work.IfWorkerDies;
import dev.carillon.worker.handler.TaskFailure;
import dev.carillon.worker.intake.Judge;
import dev.carillon.worker.report.AttemptEnding;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Builds the reported ending for each way in which an attempt ends. */
final class AttemptEndings {
    private AttemptEndings() {}

    /** The ending of an attempt whose handler threw this, even if the methods of the exception throw too. */
    static AttemptEnding of(Throwable thrown) {
        try {
            return described(thrown);
        } catch (Throwable e) {
            String message = thrown.getClass().getName() + ", which can't be described: its own methods throw "
                    + e.getClass().getName();
            return AttemptEnding.failed(ErrorCode.HANDLER_FAILED.name(), message, null, true);
        }
    }

    private static AttemptEnding described(Throwable thrown) {
        Throwable cause = thrown;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof TaskFailure failure) {
            return AttemptEnding.failed(failure.code(), messageOf(failure), null, failure.isRetryable());
        }
        if (cause instanceof ContractException refused) {
            return AttemptEnding.failed(refused.code().name(), messageOf(refused), null, false);
        }
        return AttemptEnding.failed(ErrorCode.HANDLER_FAILED.name(), cause.toString(), stackTrace(cause), true);
    }

    static AttemptEnding timedOut(Attempt attempt) {
        String message =
                "ran longer than its timeout of " + attempt.task().work().timeout();
        return AttemptEnding.of(ResultStatus.TIMED_OUT, ErrorCode.TIMED_OUT, message);
    }

    static AttemptEnding expired(Attempt attempt) {
        return AttemptEnding.of(ResultStatus.EXPIRED, ErrorCode.DEADLINE_PASSED, Judge.expired(attempt.deadline()));
    }

    static AttemptEnding cancelled() {
        return AttemptEnding.of(ResultStatus.CANCELLED, ErrorCode.CANCELLED, "cancelled while it waited or ran");
    }

    /** An attempt that must not run twice fails once it has started, as it can't be handed to another worker. */
    static AttemptEnding handedBack(Attempt attempt) {
        String message = (attempt.hasStarted() ? "was running" : "had not started")
                + " when its worker stopped or lost the partition";
        return attempt.hasStarted() && attempt.task().work().ifWorkerDies() == IfWorkerDies.FAIL
                ? AttemptEnding.of(ResultStatus.FAILED, ErrorCode.DRAINED, message)
                : new AttemptEnding(ResultStatus.HANDED_BACK, null, message, null, null, true);
    }

    static AttemptEnding unknownType(String type, List<String> served) {
        String message = "type: \"" + type + "\" is not served by this worker; it serves "
                + (served.isEmpty() ? "none" : String.join(", ", served));
        return AttemptEnding.failed(ErrorCode.UNKNOWN_TYPE.name(), message, null, true);
    }

    private static String messageOf(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.toString() : message;
    }

    private static String stackTrace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
