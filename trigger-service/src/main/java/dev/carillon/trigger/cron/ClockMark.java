package dev.carillon.trigger.cron;

/** How a clock change touches an instant at which an expression fires. */
public enum ClockMark {
    GAP("clocks go forward: stands for a skipped time"),
    FOLD_FIRST("clocks go back: first passing"),
    FOLD_SECOND("clocks go back: second passing");

    private final String words;

    ClockMark(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
