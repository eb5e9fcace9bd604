package dev.carillon.embedded;

import org.jspecify.annotations.Nullable;

/** A failure of the embedded cluster; the message says what happened and what to do. */
public final class EmbeddedClusterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The kinds of failure; their names are stable. */
    public enum Problem {
        DATA_DIRECTORY_UNUSABLE(
                "The data directory is not a directory, or this user may not write to it.",
                "Name another one with --data, or correct its rights."),
        DATA_DIRECTORY_IN_USE(
                "Another embedded cluster, in this process or another one, runs on the data directory.",
                "Stop the other one, or name another directory with --data."),
        PORT_TAKEN("Another process listens on a requested port.", "Stop that process, or choose another port."),
        START_FAILED(
                "A server of the embedded cluster did not start.",
                "Read the cause in the log; an older version can't use the data directory of a newer one."),
        STOP_FAILED(
                "A server of the embedded cluster did not stop in time.",
                "Nothing; all that it had acknowledged is on disk.");

        private final String meaning;
        private final String fix;

        Problem(String meaning, String fix) {
            this.meaning = meaning;
            this.fix = fix;
        }

        /** What the code means, in one sentence. */
        public String meaning() {
            return meaning;
        }

        /** What to do about it. */
        public String fix() {
            return fix;
        }
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
