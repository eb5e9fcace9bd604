package dev.carillon.schemas.record;

import dev.carillon.schemas.state.ExecutionState;

/** The state that a record puts its execution into; the same for all who fold records. */
public final class RecordedState {
    private RecordedState() {}

    public static ExecutionState of(OutcomeStatus outcome) {
        return switch (outcome) {
            case SUCCEEDED -> ExecutionState.SUCCEEDED;
            case FAILED -> ExecutionState.FAILED;
            case CANCELLED -> ExecutionState.CANCELLED;
            case EXPIRED -> ExecutionState.EXPIRED;
            case SKIPPED -> ExecutionState.SKIPPED;
        };
    }

    /**
     * The state after a result, while there is no outcome.
     *
     * @param anotherFollows whether another attempt is due
     */
    public static ExecutionState of(ResultStatus result, boolean anotherFollows) {
        return switch (result) {
            case HANDED_BACK -> ExecutionState.QUEUED;
            case SKIPPED -> ExecutionState.SKIPPED;
            case FAILED, TIMED_OUT, LOST -> anotherFollows ? ExecutionState.RETRYING : ExecutionState.RUNNING;
            // An attempt that has ended without another one stays RUNNING until its outcome is there.
            case STARTED, SUCCEEDED, CANCELLED, EXPIRED -> ExecutionState.RUNNING;
        };
    }
}
