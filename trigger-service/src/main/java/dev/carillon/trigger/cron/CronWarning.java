package dev.carillon.trigger.cron;

import org.jspecify.annotations.Nullable;

/**
 * What the author of an expression may not have meant.
 *
 * @param message a sentence that says it
 * @param instead an expression that may be better, or null
 */
public record CronWarning(
        Kind kind, String message, @Nullable String instead) {
    /** What there is to be warned of. */
    public enum Kind {
        /** No date has such a day. */
        NEVER,
        /** Many times a minute. */
        VERY_OFTEN,
        /** With everybody else, at the full hour. */
        TOP_OF_HOUR,
        /** With everybody else, at midnight. */
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
