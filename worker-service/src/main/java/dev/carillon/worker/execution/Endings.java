package dev.carillon.worker.execution;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.IfWorkerDies;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.worker.handler.TaskFailure;
import dev.carillon.worker.intake.Judge;
import dev.carillon.worker.report.Ending;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** From why an attempt is over to what is said of it. */
final class Endings {
    private Endings() {}

    /** How an attempt ended whose handler threw this; also where the exception itself can't be described. */
    static Ending of(Throwable thrown) {
        try {
            return described(thrown);
        } catch (Throwable e) {
            String message = thrown.getClass().getName() + ", which can't be described: its own methods throw "
                    + e.getClass().getName();
            return Ending.failed(ErrorCode.HANDLER_FAILED.name(), message, null, true);
        }
    }

    private static Ending described(Throwable thrown) {
        Throwable cause = thrown;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof TaskFailure failure) {
            return Ending.failed(failure.code(), messageOf(failure), null, failure.isRetryable());
        }
        if (cause instanceof ContractException refused) {
            return Ending.failed(refused.code().name(), messageOf(refused), null, false);
        }
        return Ending.failed(ErrorCode.HANDLER_FAILED.name(), cause.toString(), stackTrace(cause), true);
    }

    static Ending timedOut(Attempt attempt) {
        String message =
                "ran longer than its timeout of " + attempt.task().work().timeout();
        return Ending.of(ResultStatus.TIMED_OUT, ErrorCode.TIMED_OUT, message);
    }

    static Ending expired(Attempt attempt) {
        return Ending.of(ResultStatus.EXPIRED, ErrorCode.DEADLINE_PASSED, Judge.expired(attempt.deadline()));
    }

    static Ending cancelled() {
        return Ending.of(ResultStatus.CANCELLED, ErrorCode.CANCELLED, "cancelled while it waited or ran");
    }

    /** What must not run twice can't be handed to another worker once it has started. */
    static Ending handedBack(Attempt attempt) {
        String message =
                attempt.started() == null ? "did not start on its worker" : "was running when its worker stopped";
        return attempt.started() != null && attempt.task().work().ifWorkerDies() == IfWorkerDies.FAIL
                ? Ending.of(ResultStatus.FAILED, ErrorCode.DRAINED, message)
                : new Ending(ResultStatus.HANDED_BACK, null, message, null, null, true);
    }

    static Ending unknownType(String type, List<String> served) {
        String message = "type: \"" + type + "\" is not served by this worker; it serves "
                + (served.isEmpty() ? "none" : String.join(", ", served));
        return Ending.failed(ErrorCode.UNKNOWN_TYPE.name(), message, null, true);
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
