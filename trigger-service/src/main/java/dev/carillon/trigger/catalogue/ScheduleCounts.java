package dev.carillon.trigger.catalogue;

import dev.carillon.timing.state.ScheduleState;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** How many schedules have each status. One thread counts, any thread may read. */
public final class ScheduleCounts {
    private final Map<ScheduleStatus, AtomicInteger> counts = new EnumMap<>(ScheduleStatus.class);
    private volatile int rules;
    private boolean complete;
    private Runnable whenComplete = () -> {};

    public ScheduleCounts() {
        for (ScheduleStatus state : ScheduleStatus.values()) {
            counts.put(state, new AtomicInteger());
        }
    }

    /** Updates the counts when a schedule changes. */
    void changed(@Nullable ScheduleState last, @Nullable ScheduleState next, int rulesNow) {
        if (last != null) {
            count(ScheduleStatus.of(last)).getAndDecrement();
        }
        if (next != null) {
            count(ScheduleStatus.of(next)).getAndIncrement();
        }
        rules = rulesNow;
    }

    /** Notes that all definitions which the newest slice has applied are known. */
    void complete() {
        if (!complete) {
            complete = true;
            whenComplete.run();
        }
    }

    /** Sets what is called once, on the counting thread, when all that slices have applied is known. */
    public void whenComplete(Runnable listener) {
        whenComplete = listener;
    }

    public int of(ScheduleStatus state) {
        return count(state).get();
    }

    private AtomicInteger count(ScheduleStatus state) {
        return Objects.requireNonNull(counts.get(state));
    }

    /** How many different timings the active schedules have. */
    public int rules() {
        return rules;
    }
}
