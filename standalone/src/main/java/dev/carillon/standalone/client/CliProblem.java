package dev.carillon.standalone.client;

/** The stable codes of what only the command line can meet; the others are those of the contract and of the kit. */
public enum CliProblem {
    UNKNOWN_COMMAND(2),
    UNKNOWN_OPTION(2),
    MISSING_OPTION(2),
    BAD_OPTION(2),
    BAD_FILE(2),
    NO_SUCH_FILE(2),
    CONFLICTING_OPTIONS(2),
    NO_SUCH_SCHEDULE(3),
    NO_SUCH_TOPICS(3),
    NO_OUTCOME(1),
    ALREADY_ENDED(1),
    RUN_FAILED(1),
    TOPICS_DIFFER(1),
    KAFKA_REFUSED(1),
    BROKE(1);

    private final int exitCode;

    CliProblem(int exitCode) {
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
