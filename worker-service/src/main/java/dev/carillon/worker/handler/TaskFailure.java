package dev.carillon.worker.handler;

import dev.carillon.schemas.error.ErrorCode;

/** A handler's own word on why an attempt failed. */
public final class TaskFailure extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int MAX_CODE = 100;

    private final String code;
    private final boolean retryable;

    /** A failure that another attempt may mend. */
    public TaskFailure(String code, String message) {
        this(code, message, true);
    }

    /**
     * A failure with a say on retries.
     *
     * @param code a short stable word, at most 100 characters, that retry rules match on
     * @param retryable false when no further attempt can be of use
     */
    public TaskFailure(String code, String message, boolean retryable) {
        super(message);
        this.code = word(code);
        this.retryable = retryable;
    }

    /** A failure that no further attempt can mend: the execution ends with it. */
    public static TaskFailure forGood(String code, String message) {
        return new TaskFailure(code, message, false);
    }

    /** A word as results and retry rules can have it: one line, not blank, without blanks around it. */
    private static String word(String code) {
        StringBuilder clean = new StringBuilder();
        code.codePoints()
                .limit(MAX_CODE)
                .map(c -> Character.isISOControl(c) || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
                        ? '_'
                        : c)
                .forEach(clean::appendCodePoint);
        String word = clean.toString().strip();
        return word.isEmpty() ? ErrorCode.HANDLER_FAILED.name() : word;
    }

    public String code() {
        return code;
    }

    public boolean isRetryable() {
        return retryable;
    }
}
