package dev.carillon.kit.errors;

import org.jspecify.annotations.Nullable;

/** A failure that is shown to the user as one line: what happened, the value at fault, the fix, and a stable code. */
public class CodedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final KitErrorCode code;

    public CodedException(KitErrorCode code, String message) {
        this(code, message, null);
    }

    public CodedException(KitErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public final KitErrorCode code() {
        return code;
    }

    /** The line for the user. */
    public String oneLine() {
        return code + ": " + getMessage();
    }
}
