package dev.carillon.standalone.problem;

/** The stable codes of what only the command line can meet; the others are those of the contract, the kit and the client. */
public enum CliProblem {
    UNKNOWN_COMMAND(2, "There is no such command.", "See carillon --help; the message names the nearest one."),
    UNKNOWN_OPTION(
            2, "The command has no such option.", "See the command's --help; the message names the nearest one."),
    MISSING_OPTION(2, "The command needs an option or a word that was not given.", "Add it; the message names it."),
    BAD_OPTION(2, "An option's value can't be used.", "Write it as the message shows."),
    BAD_FILE(2, "A file has mistakes; each is listed with its line.", "Mend the lines that the message lists."),
    NO_SUCH_FILE(2, "A file can't be read.", "Correct its name, or the rights on it."),
    CONFLICTING_OPTIONS(
            2, "Options exclude each other, or one needs another.", "Leave one of them out, or add the other."),
    NO_SUCH_EXECUTION(
            3,
            "No record tells of the execution.",
            "Correct the key; ask why with: carillon why, if it was to be a tick. Records are kept for seven days."),
    ALREADY_ENDED(1, "The execution had ended before it could be cancelled.", "Nothing: its outcome stands."),
    RUN_FAILED(1, "The execution that was waited for did not succeed.", "Read its error in the outcome above."),
    TOPICS_DIFFER(
            1,
            "Topics exist that are not as they should be; nobody changes them by himself.",
            "Change them with Kafka's own tools to what the message says, or live with the difference."),
    BROKE(1, "Something unforeseen went wrong.", "Run it again with --debug to see where, and report it.");

    private final int exitCode;
    private final String meaning;
    private final String fix;

    CliProblem(int exitCode, String meaning, String fix) {
        this.exitCode = exitCode;
        this.meaning = meaning;
        this.fix = fix;
    }

    /** What the code says, in one sentence. */
    public String meaning() {
        return meaning;
    }

    /** What to do about it. */
    public String fix() {
        return fix;
    }

    public int exitCode() {
        return exitCode;
    }
}
