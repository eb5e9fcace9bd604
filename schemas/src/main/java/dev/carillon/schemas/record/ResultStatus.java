package dev.carillon.schemas.record;

/** The status of an attempt as its worker reports it; STARTED is a claim, all others are ends. */
public enum ResultStatus {
    STARTED,
    SUCCEEDED,
    FAILED,
    TIMED_OUT,
    CANCELLED,
    LOST,
    EXPIRED,
    HANDED_BACK,
    SKIPPED;

    /** Whether the attempt went wrong, so that another may follow. */
    public boolean isFailure() {
        return switch (this) {
            case FAILED, TIMED_OUT, LOST -> true;
            case STARTED, SUCCEEDED, CANCELLED, EXPIRED, HANDED_BACK, SKIPPED -> false;
        };
    }
}
