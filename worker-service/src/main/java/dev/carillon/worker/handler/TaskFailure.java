package dev.carillon.worker.handler;

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
        this.code = code.length() > MAX_CODE ? code.substring(0, MAX_CODE) : code;
        this.retryable = retryable;
    }

    public String code() {
        return code;
    }

    public boolean isRetryable() {
        return retryable;
    }
}
