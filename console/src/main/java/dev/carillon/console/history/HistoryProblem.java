package dev.carillon.console.history;

import dev.carillon.schemas.error.ProblemCode;

/** The stable codes of reasons why the history can't be written or queried. */
public enum HistoryProblem implements ProblemCode {
    HISTORY_IN_USE(
            "Another process holds the history's directory.",
            "Stop that console first, or give this one a directory of its own with console.history.dir."),
    HISTORY_TOO_NEW(
            "The history was written by a newer version of Carillon.",
            "Run that version or a newer one, or delete and rebuild the history with: carillon history rebuild."),
    HISTORY_UNWRITABLE(
            "The history's directory or file can't be written.",
            "Give the user the right to write there, or name another directory with console.history.dir."),
    HISTORY_DISK_FULL(
            "The disk that holds the history is full.",
            "Make room, keep less with console.history.retention, or name a larger disk with console.history.dir."),
    HISTORY_DAMAGED(
            "The history's file is damaged or is not a database.",
            "The console rebuilds it from Kafka by itself; to do it by hand, run: carillon history rebuild."),
    HISTORY_UNAVAILABLE(
            "The history does not answer in time or was closed.",
            "Retry in a moment; if it happens often, check the load of the machine and its disk.");

    private final String meaning;
    private final String fix;

    HistoryProblem(String meaning, String fix) {
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
}
