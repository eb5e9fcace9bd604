package dev.carillon.console.history;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Why the history can't be kept or asked, in one line for people. */
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

    /** The line for the user. */
    public String oneLine() {
        return problem + ": " + getMessage() + ". " + problem.fix();
    }
}
