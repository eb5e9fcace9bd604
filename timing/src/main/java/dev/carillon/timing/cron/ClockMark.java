package dev.carillon.timing.cron;

/** How a clock change touches an instant at which an expression fires. */
public enum ClockMark {
    GAP(
            "clocks go forward: stands for a skipped time",
            "The clocks skip its local time on this day, so it fires when they have changed."),
    FOLD_FIRST(
            "clocks go back: first passing", "Its local time comes twice on this day; this is the first of the two."),
    FOLD_SECOND(
            "clocks go back: second passing", "Its local time comes twice on this day; this is the second of the two.");

    private final String words;
    private final String sentence;

    ClockMark(String words, String sentence) {
        this.words = words;
        this.sentence = sentence;
    }

    /** For a column of a table. */
    public String words() {
        return words;
    }

    public String sentence() {
        return sentence;
    }
}
