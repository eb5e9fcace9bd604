package dev.carillon.cli.problem;

import dev.carillon.schemas.error.ProblemCode;

/** Stable codes of failures that only the command line has; the contract, the kit and the client define the others. */
public enum CliProblem implements ProblemCode {
    UNKNOWN_COMMAND(2, "There is no such command.", "See carillon --help; the message names the nearest one."),
    UNKNOWN_OPTION(
            2, "The command has no such option.", "See the command's --help; the message names the nearest one."),
    MISSING_OPTION(2, "An option or argument that the command needs is missing.", "Add it; the message names it."),
    BAD_OPTION(2, "An option's value can't be used.", "Write it as the message shows."),
    BAD_FILE(2, "A file has mistakes; each is listed with its line.", "Fix the lines that the message lists."),
    NO_SUCH_FILE(2, "A file can't be read.", "Correct its name, or the rights on it."),
    CONFLICTING_OPTIONS(
            2, "Options exclude each other, or one needs another.", "Leave one of them out, or add the other."),
    NO_SUCH_EXECUTION(
            3,
            "No record of the execution was found.",
            "Check the key; for a tick that did not run, ask carillon why. Records are kept for seven days."),
    ALREADY_ENDED(1, "The execution had ended before it could be cancelled.", "Nothing to do: its outcome stands."),
    BROKE(1, "An unexpected error occurred.", "Run the command again with --debug to see where, and report it.");

    private final int exitCode;
    private final String meaning;
    private final String fix;

    CliProblem(int exitCode, String meaning, String fix) {
        this.exitCode = exitCode;
        this.meaning = meaning;
        this.fix = fix;
    }

    @Override
    public String meaning() {
        return meaning;
    }

    @Override
    public String fix() {
        return fix;
    }

    public int exitCode() {
        return exitCode;
    }
}
