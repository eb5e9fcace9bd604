package dev.carillon.console.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which schedules are wanted: those that pass every part that is said.
 *
 * @param search stands somewhere in taskId, name, description or owner, in any case
 * @param label {@code name=value}, a label that it carries
 * @param selfPaused those that are paused although their definitions don't say so, {@link #MOST_SELF_PAUSED} at most
 */
public record ScheduleFilter(
        @Nullable String search,
        @Nullable Standing standing,
        @Nullable String queue,
        @Nullable String type,
        @Nullable String label,
        List<String> selfPaused) {
    /** Of more nobody can ask in one go. */
    public static final int MOST_SELF_PAUSED = 500;

    public static final ScheduleFilter ALL = new ScheduleFilter(null, null, null, null, null);

    /** One for whom definitions alone say what is paused. */
    public ScheduleFilter(
            @Nullable String search,
            @Nullable Standing standing,
            @Nullable String queue,
            @Nullable String type,
            @Nullable String label) {
        this(search, standing, queue, type, label, List.of());
    }

    /** How a schedule stands. */
    public enum Standing {
        ACTIVE,
        PAUSED,
        /** Its record can't be read, or the trigger can't use it. */
        BROKEN
    }
}
