package dev.carillon.console.history;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The history can't be written or queried; the message says why, in one line for the operator. */
public final class HistoryException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final HistoryProblem problem;

    public HistoryException(HistoryProblem problem, String message) {
        this(problem, message, null);
    }

    public HistoryException(HistoryProblem problem, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.problem = problem;
    }

    /** The stable code. */
    public HistoryProblem problem() {
        return problem;
    }

    /** Code, message and remedy in one line for the user. */
    public String oneLine() {
        return problem + ": " + getMessage() + ". " + problem.fix();
    }
}
