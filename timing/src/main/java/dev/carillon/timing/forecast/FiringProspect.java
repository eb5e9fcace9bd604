package dev.carillon.timing.forecast;

import org.jspecify.annotations.Nullable;

/**
 * Whether a schedule will fire, and if not, why.
 *
 * @param words a sentence without its full stop, to be shown behind the schedule's name and a colon
 * @param step the command to run next; null where nothing need be done
 */
public record FiringProspect(
        Kind kind, String words, @Nullable String step) {

    /** The state of a schedule, for programs. */
    public enum Kind {
        /** Its next tick is known. */
        ACTIVE,
        /** It fires when executions end, and they have not ended yet. */
        WAITS_FOR_ENDS,
        /** It has had its runs, its one instant, or its period. */
        COMPLETE,
        /** Its definition pauses it. */
        PAUSED,
        /** The trigger has paused it, after too many failures in a row. */
        PAUSED_BY_FAILURES,
        /** Its calendar leaves out all that it plans. */
        NO_DAY_COUNTS,
        /** The calendar that it names is gone. */
        CALENDAR_MISSING,
        /** Its definition can't be used. */
        BROKEN
    }
}
