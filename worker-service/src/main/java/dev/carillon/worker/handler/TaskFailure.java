package dev.carillon.worker.handler;

import dev.carillon.schemas.error.ErrorCode;

/** Thrown by a handler to report why an attempt failed, and whether another one may succeed. */
public final class TaskFailure extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int MAX_CODE = 100;

    private final String code;
    private final boolean retryable;

    /** A failure after which another attempt may succeed. */
    public TaskFailure(String code, String message) {
        this(code, message, true);
    }

    /**
     * A failure that decides about retries.
     *
     * @param code a short stable word, at most 100 characters, that retry rules match on
     * @param retryable false if no further attempt can succeed
     */
    public TaskFailure(String code, String message, boolean retryable) {
        super(message);
        this.code = cleaned(code);
        this.retryable = retryable;
    }

    /** A failure after which no further attempt can succeed: it ends the execution. */
    public static TaskFailure forGood(String code, String message) {
        return new TaskFailure(code, message, false);
    }

    /** The code as results and retry rules accept it: one line, not empty, without blanks around it. */
    private static String cleaned(String code) {
        StringBuilder clean = new StringBuilder();
        code.codePoints()
                .limit(MAX_CODE)
                .map(c -> Character.isISOControl(c) || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
                        ? '_'
                        : c)
                .forEach(clean::appendCodePoint);
        String text = clean.toString().strip();
        return text.isEmpty() ? ErrorCode.HANDLER_FAILED.name() : text;
    }

    public String code() {
        return code;
    }

    public boolean isRetryable() {
        return retryable;
    }
}
