package dev.carillon.embedded;

import org.jspecify.annotations.Nullable;

/** Says in one sentence why the embedded cluster can't be had, and what to do about it. */
public final class EmbeddedClusterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The kinds of failure; their names are stable. */
    public enum Problem {
        /** The data directory is no directory, or this user may not write to it. */
        DATA_DIRECTORY_UNUSABLE,
        /** Another embedded cluster, in this process or another one, runs on the data directory. */
        DATA_DIRECTORY_IN_USE,
        /** A port that was asked for belongs to somebody else. */
        PORT_TAKEN,
        /** A server did not start; the cause tells why. */
        START_FAILED,
        /** A server did not stop in time. */
        STOP_FAILED
    }

    private final Problem problem;

    EmbeddedClusterException(Problem problem, String message) {
        this(problem, message, null);
    }

    EmbeddedClusterException(Problem problem, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.problem = problem;
    }

    /** What kind of failure this is. */
    public Problem problem() {
        return problem;
    }
}
