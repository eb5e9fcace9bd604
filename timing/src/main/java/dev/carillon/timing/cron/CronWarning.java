package dev.carillon.timing.cron;

import org.jspecify.annotations.Nullable;

/**
 * What the author of an expression may not have meant.
 *
 * @param message a sentence that says it
 * @param instead an expression that may be better, or null
 */
public record CronWarning(
        Kind kind, String message, @Nullable String instead) {
    /** The kinds of warnings. */
    public enum Kind {
        /** No date has such a day. */
        NEVER,
        /** Every ten seconds or more often. */
        VERY_OFTEN,
        /** At the full hour, when many other schedules fire. */
        TOP_OF_HOUR,
        /** At midnight, when many other schedules fire. */
        TOP_OF_DAY,
        /** Months that lack the day are passed over. */
        SHORT_MONTHS,
        /** Another scheduler counts weekdays from another number. */
        WEEKDAY_NUMBERS,
        /** A clock change will soon skip its time. */
        SKIPPED_SOON,
        /** A clock change will soon repeat its time. */
        REPEATED_SOON
    }
}
