package dev.carillon.console.history;

import org.jspecify.annotations.Nullable;

/**
 * Which schedules are wanted: those that pass every part that is said.
 *
 * @param search stands somewhere in taskId, name, description or owner, in any case
 * @param label {@code name=value}, a label that it carries
 */
public record ScheduleFilter(
        @Nullable String search,
        @Nullable Standing standing,
        @Nullable String queue,
        @Nullable String type,
        @Nullable String label) {
    public static final ScheduleFilter ALL = new ScheduleFilter(null, null, null, null, null);

    /** How a schedule stands. */
    public enum Standing {
        ACTIVE,
        PAUSED,
        /** Its record can't be read, or the trigger can't use it. */
        BROKEN
    }
}
