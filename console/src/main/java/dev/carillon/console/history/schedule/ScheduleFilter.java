package dev.carillon.console.history.schedule;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selects schedules that match every condition that is not null.
 *
 * @param search a part of the taskId, name, description or owner, upper or lower case
 * @param label {@code name=value}, a label that it carries
 * @param selfPaused schedules that the trigger paused itself; at most {@link #MOST_SELF_PAUSED}
 */
public record ScheduleFilter(
        @Nullable String search,
        @Nullable Standing standing,
        @Nullable String queue,
        @Nullable String type,
        @Nullable String label,
        List<String> selfPaused) {
    /** Each is a parameter of one SQL statement, which takes a limited number. */
    public static final int MOST_SELF_PAUSED = 500;

    public static final ScheduleFilter ALL = new ScheduleFilter(null, null, null, null, null);

    /** A filter that takes a schedule for paused only if its definition says so. */
    public ScheduleFilter(
            @Nullable String search,
            @Nullable Standing standing,
            @Nullable String queue,
            @Nullable String type,
            @Nullable String label) {
        this(search, standing, queue, type, label, List.of());
    }

    /** The state of a schedule. */
    public enum Standing {
        ACTIVE,
        PAUSED,
        /** Its record can't be read, or the trigger can't use it. */
        BROKEN
    }
}
