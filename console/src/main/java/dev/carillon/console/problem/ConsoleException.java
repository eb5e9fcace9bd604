package dev.carillon.console.problem;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A refusal or failure that REST answers with: its code, and the field, value and limit that it is about. */
public final class ConsoleException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final ConsoleProblem problem;
    private final @Nullable String field;
    private final @Nullable String value;
    private final @Nullable String limit;

    public ConsoleException(ConsoleProblem problem, String message) {
        this(problem, message, null, null, null);
    }

    /**
     * A refusal of one part of a request.
     *
     * @param field the parameter, header or path of the body's field
     * @param value what it holds
     * @param limit what it may hold
     */
    public ConsoleException(
            ConsoleProblem problem,
            String message,
            @Nullable String field,
            @Nullable String value,
            @Nullable String limit) {
        super(message);
        this.problem = problem;
        this.field = field;
        this.value = value;
        this.limit = limit;
    }

    /** The stable code. */
    public ConsoleProblem problem() {
        return problem;
    }

    public @Nullable String field() {
        return field;
    }

    public @Nullable String value() {
        return value;
    }

    public @Nullable String limit() {
        return limit;
    }
}
