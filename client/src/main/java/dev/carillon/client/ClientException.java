package dev.carillon.client;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A failure to show as one line: what, the value, the limit, the fix. */
public final class ClientException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final ClientProblem problem;

    public ClientException(ClientProblem problem, String message) {
        this(problem, message, null);
    }

    public ClientException(ClientProblem problem, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.problem = problem;
    }

    /** The stable code. */
    public ClientProblem problem() {
        return problem;
    }
}
