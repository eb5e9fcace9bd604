package dev.carillon.worker.execution;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.worker.handler.TaskFailure;
import dev.carillon.worker.report.Ending;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** From what a handler threw to what is said of the attempt. */
final class Endings {
    private Endings() {}

    static Ending of(Throwable thrown) {
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
