package dev.carillon.schemas.state;

import java.util.EnumSet;
import java.util.Set;

/** The states of an execution and, once for the whole system, the legal ways between them. */
public enum ExecutionState {
    /** Rests in a timer until it may start. */
    PENDING,
    /** Held by overlap or by the executions it depends on. */
    WAITING,
    /** Lies in a topic that workers read. */
    QUEUED,
    /** A worker has started an attempt. */
    RUNNING,
    /** An attempt failed; a timer holds the next one. */
    RETRYING,
    SUCCEEDED,
    FAILED,
    CANCELLED,
    EXPIRED,
    /** A tick that was never to become a task. */
    SKIPPED;

    /** Where an execution may begin. */
    public static Set<ExecutionState> atBirth() {
        return EnumSet.of(PENDING, WAITING, QUEUED, SKIPPED);
    }

    public boolean isFinal() {
        return next().isEmpty();
    }

    public boolean mayBecome(ExecutionState other) {
        return next().contains(other);
    }

    /** Where it may go from here. */
    public Set<ExecutionState> next() {
        return switch (this) {
            case PENDING -> EnumSet.of(QUEUED, CANCELLED, EXPIRED);
            // A tick that waited is skipped after all when its schedule is changed or deleted.
            case WAITING -> EnumSet.of(QUEUED, CANCELLED, EXPIRED, SKIPPED);
            // Back into a timer: a worker met a task that may start much later.
            case QUEUED -> EnumSet.of(PENDING, RUNNING, CANCELLED, EXPIRED);
            case RUNNING -> EnumSet.of(QUEUED, RETRYING, SUCCEEDED, FAILED, CANCELLED, EXPIRED);
            case RETRYING -> EnumSet.of(QUEUED, CANCELLED, EXPIRED);
            case SUCCEEDED, FAILED, CANCELLED, EXPIRED, SKIPPED -> EnumSet.noneOf(ExecutionState.class);
        };
    }
}
