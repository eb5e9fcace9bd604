package dev.carillon.standalone.problem;

/** The stable codes of what only the command line can meet; the others are those of the contract, the kit and the client. */
public enum CliProblem {
    UNKNOWN_COMMAND(2),
    UNKNOWN_OPTION(2),
    MISSING_OPTION(2),
    BAD_OPTION(2),
    BAD_FILE(2),
    NO_SUCH_FILE(2),
    CONFLICTING_OPTIONS(2),
    NO_OUTCOME(1),
    ALREADY_ENDED(1),
    RUN_FAILED(1),
    TOPICS_DIFFER(1),
    BROKE(1);

    private final int exitCode;

    CliProblem(int exitCode) {
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
