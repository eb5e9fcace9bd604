package dev.carillon.client.problem;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A failure that is shown as one line: what failed, the value, the limit and the fix. */
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
