package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.record.Backfill;
import dev.carillon.trigger.cron.Timing;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Schedules with a backfill, and those whose backfill may go on now. Who went on last comes last, so that none waits for the end of another's. */
public final class Backfills {
    private final Set<String> underWay = new LinkedHashSet<>();
    private final Set<String> ready = new LinkedHashSet<>();
    private long places;

    void change(String taskId, @Nullable Standing last, @Nullable Standing next) {
        places += places(next) - places(last);
        if (last != null && last.arrangements().backfill() != null) {
            underWay.remove(taskId);
            ready.remove(taskId);
        }
        if (next != null && next.arrangements().backfill() != null) {
            underWay.add(taskId);
        }
        if (next != null && mayGoOn(next)) {
            ready.add(taskId);
        }
    }

    /** Whether an instant is left to decide, and room for its execution. A paused schedule's backfill waits. */
    public static boolean mayGoOn(Standing standing) {
        Backfill backfill = standing.arrangements().backfill();
        Timing timing = standing.timing();
        return backfill != null
                && backfill.mayGoOn()
                && timing != null
                && standing.schedule() != null
                && !standing.hasGap();
    }

    private static long places(@Nullable Standing standing) {
        Backfill backfill = standing == null ? null : standing.arrangements().backfill();
        return backfill == null ? 0 : backfill.maxRunning();
    }

    /** How many executions of all backfills may be without an outcome at a time: every trigger remembers them. */
    public long places() {
        return places;
    }

    /** Whether none may go on now. */
    public boolean isEmpty() {
        return ready.isEmpty();
    }

    /** All, in the order in which they shall go on: what a slice applies may let those go on that wait. */
    public Collection<String> underWay() {
        return Collections.unmodifiableCollection(underWay);
    }

    /** In the order in which they shall go on. */
    public Collection<String> ready() {
        return Collections.unmodifiableCollection(ready);
    }
}
