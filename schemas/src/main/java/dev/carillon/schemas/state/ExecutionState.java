package dev.carillon.schemas.state;

import java.util.EnumSet;
import java.util.Set;

/** The states of an execution and the allowed transitions, for all roles. */
public enum ExecutionState {
    /** Waits in a timer until it may start. */
    PENDING,
    /** Is in a topic that workers read. */
    QUEUED,
    /** A worker has started an attempt. */
    RUNNING,
    /** An attempt failed; a timer holds the next one. */
    RETRYING,
    SUCCEEDED,
    FAILED,
    CANCELLED,
    EXPIRED,
    /** A tick that does not become a task. */
    SKIPPED;

    /** The states in which an execution may begin. */
    public static Set<ExecutionState> atBirth() {
        return EnumSet.of(PENDING, QUEUED, SKIPPED);
    }

    public boolean isFinal() {
        return next().isEmpty();
    }

    public boolean mayBecome(ExecutionState other) {
        return next().contains(other);
    }

    /** The states that may follow this one. */
    public Set<ExecutionState> next() {
        return switch (this) {
            case PENDING -> EnumSet.of(QUEUED, CANCELLED, EXPIRED);
            // Back into a timer: a worker got a task that may start much later.
            case QUEUED -> EnumSet.of(PENDING, RUNNING, CANCELLED, EXPIRED);
            case RUNNING -> EnumSet.of(QUEUED, RETRYING, SUCCEEDED, FAILED, CANCELLED, EXPIRED);
            case RETRYING -> EnumSet.of(QUEUED, CANCELLED, EXPIRED);
            case SUCCEEDED, FAILED, CANCELLED, EXPIRED, SKIPPED -> EnumSet.noneOf(ExecutionState.class);
        };
    }
}
