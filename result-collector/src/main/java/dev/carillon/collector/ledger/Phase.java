package dev.carillon.collector.ledger;

import dev.carillon.schemas.state.ExecutionState;

/** The state of an open execution, as far as the collector has to know it. */
public enum Phase {
    /** A timer holds the entry's attempt, which waits for its time or for its queue. */
    PENDING(1, ExecutionState.PENDING),
    /** A timer holds the entry's attempt; the one before it failed. */
    RETRYING(2, ExecutionState.RETRYING),
    /** The entry's attempt was released to the workers. */
    QUEUED(3, ExecutionState.QUEUED),
    /** A worker has claimed the entry's attempt. */
    RUNNING(4, ExecutionState.RUNNING);

    private final int code;
    private final ExecutionState state;

    Phase(int code, ExecutionState state) {
        this.code = code;
        this.state = state;
    }

    /** Its code in the store; never changes. */
    public int code() {
        return code;
    }

    public ExecutionState state() {
        return state;
    }

    public boolean waitsInTimer() {
        return this == PENDING || this == RETRYING;
    }

    public static Phase ofCode(int code) {
        for (Phase phase : values()) {
            if (phase.code == code) {
                return phase;
            }
        }
        throw new IllegalStateException("no phase has the code " + code);
    }
}
