package dev.carillon.timing.cron;

import java.util.Locale;

/** One field of an expression: its name, limits and the names of its values. */
enum CronField {
    SECOND("second", 0, 59, ""),
    MINUTE("minute", 0, 59, ""),
    HOUR("hour", 0, 23, ""),
    DAY_OF_MONTH("day-of-month", 1, 31, ""),
    MONTH("month", 1, 12, "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC"),
    /** Sunday is 0 and also 7. */
    DAY_OF_WEEK("day-of-week", 0, 7, "SUN MON TUE WED THU FRI SAT");

    final String label;
    final int min;
    final int max;
    /** Three letters each. */
    private final String names;

    CronField(String label, int min, int max, String names) {
        this.label = label;
        this.min = min;
        this.max = max;
        this.names = names;
    }

    /** The value of a name such as {@code MON}, or -1. */
    int named(String text) {
        int at = text.length() == 3 ? names.indexOf(text.toUpperCase(Locale.ROOT)) : -1;
        return at < 0 || at % 4 != 0 ? -1 : at / 4 + min;
    }

    /** The last value that {@code *} stands for: 7 is only another spelling of Sunday. */
    int last() {
        return this == DAY_OF_WEEK ? 6 : max;
    }

    /** The last value that a hash may choose: one that every month has. */
    int lastForHash() {
        return this == DAY_OF_MONTH ? 28 : last();
    }

    boolean isDay() {
        return this == DAY_OF_MONTH || this == DAY_OF_WEEK;
    }

    String limits() {
        String values = min + "-" + max;
        return names.isEmpty()
                ? values
                : values + " or " + names.substring(0, 3) + "-" + names.substring(names.length() - 3);
    }
}
