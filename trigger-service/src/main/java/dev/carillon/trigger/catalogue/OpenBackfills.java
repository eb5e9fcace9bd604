package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.trigger.Backfill;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.state.ScheduleState;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Schedules with a backfill, and those whose backfill may go on now. The one that went on last comes last, so that none
 * waits until the backfill of another is complete.
 */
public final class OpenBackfills {
    private final Set<String> underWay = new LinkedHashSet<>();
    private final Set<String> ready = new LinkedHashSet<>();
    private long places;

    void change(String taskId, @Nullable ScheduleState last, @Nullable ScheduleState next) {
        places += places(next) - places(last);
        if (last != null && last.overrides().backfill() != null) {
            underWay.remove(taskId);
            ready.remove(taskId);
        }
        if (next != null && next.overrides().backfill() != null) {
            underWay.add(taskId);
        }
        if (next != null && mayGoOn(next)) {
            ready.add(taskId);
        }
    }

    /** Whether an instant is left to decide and one more execution may run. A paused schedule's backfill waits. */
    public static boolean mayGoOn(ScheduleState state) {
        Backfill backfill = state.overrides().backfill();
        Timing timing = state.timing();
        return backfill != null && backfill.mayGoOn() && timing != null && state.schedule() != null && !state.hasGap();
    }

    private static long places(@Nullable ScheduleState state) {
        Backfill backfill = state == null ? null : state.overrides().backfill();
        return backfill == null ? 0 : backfill.maxRunning();
    }

    /** How many executions of all backfills may be open at a time: every trigger keeps them in memory. */
    public long places() {
        return places;
    }

    /** Whether none may go on now. */
    public boolean isEmpty() {
        return ready.isEmpty();
    }

    /** All with a backfill, in the order of their turns: the inputs of a slice may let waiting ones go on. */
    public Collection<String> underWay() {
        return Collections.unmodifiableCollection(underWay);
    }

    /** Those that may go on now, in the order of their turns. */
    public Collection<String> ready() {
        return Collections.unmodifiableCollection(ready);
    }
}
