package dev.carillon.console.history;

/** The stable codes of what keeps the history from being kept. */
public enum HistoryProblem {
    HISTORY_IN_USE(
            "Another process holds the history's directory.",
            "Stop that console first, or give this one a directory of its own with console.history.dir."),
    HISTORY_TOO_NEW(
            "The history was written by a newer version of Carillon.",
            "Run that version or a newer one, or throw the history away with: carillon history rebuild."),
    HISTORY_UNWRITABLE(
            "The history's directory or file can't be written.",
            "Give the user the right to write there, or name another directory with console.history.dir."),
    HISTORY_DISK_FULL(
            "The disk that holds the history is full.",
            "Make room, keep less with console.history.retention, or name a larger disk with console.history.dir."),
    HISTORY_DAMAGED(
            "The history's file is damaged or no database.",
            "A console builds it anew from Kafka by itself; by hand: carillon history rebuild."),
    HISTORY_UNAVAILABLE(
            "The history does not answer in time or was closed.",
            "Ask again in a moment; if it happens often, look at the load of the machine and its disk.");

    private final String meaning;
    private final String fix;

    HistoryProblem(String meaning, String fix) {
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
}
