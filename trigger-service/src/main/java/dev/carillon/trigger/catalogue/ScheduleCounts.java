package dev.carillon.trigger.catalogue;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** How many schedules there are in each state. One thread counts, any may read. */
public final class ScheduleCounts {
    private final Map<ScheduleState, AtomicInteger> counts = new EnumMap<>(ScheduleState.class);
    private volatile int rules;
    private boolean complete;
    private Runnable whenComplete = () -> {};

    public ScheduleCounts() {
        for (ScheduleState state : ScheduleState.values()) {
            counts.put(state, new AtomicInteger());
        }
    }

    /** One schedule stands otherwise than before. */
    void changed(@Nullable Standing last, @Nullable Standing next, int rulesNow) {
        if (last != null) {
            count(ScheduleState.of(last)).getAndDecrement();
        }
        if (next != null) {
            count(ScheduleState.of(next)).getAndIncrement();
        }
        rules = rulesNow;
    }

    /** All definitions that the newest slice had applied are known. */
    void complete() {
        if (!complete) {
            complete = true;
            whenComplete.run();
        }
    }

    /** Called once, by the thread that counts, when all that slices have applied is known for the first time. */
    public void whenComplete(Runnable listener) {
        whenComplete = listener;
    }

    public int of(ScheduleState state) {
        return count(state).get();
    }

    private AtomicInteger count(ScheduleState state) {
        return Objects.requireNonNull(counts.get(state));
    }

    /** How many different timings the active ones have. */
    public int rules() {
        return rules;
    }
}
