package dev.carillon.cli.problem;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A failure that is printed as one line: what is wrong, the value, the limit and the fix. */
public final class CliException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final CliProblem problem;

    public CliException(CliProblem problem, String message) {
        this(problem, message, null);
    }

    public CliException(CliProblem problem, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.problem = problem;
    }

    public CliProblem problem() {
        return problem;
    }
}
