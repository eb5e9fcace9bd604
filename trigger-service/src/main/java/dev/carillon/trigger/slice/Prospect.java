package dev.carillon.trigger.slice;

import org.jspecify.annotations.Nullable;

/**
 * Whether a schedule will fire, and if not, why.
 *
 * @param words a sentence without its end, fit to stand behind the schedule's name and a colon
 * @param step the command that goes on from there; null where nothing need be done
 */
public record Prospect(Kind kind, String words, @Nullable String step) {

    /** How a schedule stands, for programs. */
    public enum Kind {
        /** Its next tick is known. */
        ACTIVE,
        /** It goes by what happens, and that has not happened yet. */
        WAITS_FOR_ENDS,
        /** It has had its runs, its one instant, or its period. */
        COMPLETE,
        /** Somebody has paused it. */
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
