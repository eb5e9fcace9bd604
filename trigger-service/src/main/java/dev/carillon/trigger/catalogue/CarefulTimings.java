package dev.carillon.trigger.catalogue;

import dev.carillon.timing.cron.Timing;
import dev.carillon.trigger.definition.UnevaluableSchedule;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Computes the next instants of timings, and remembers the timings that throw: a definition that can't be evaluated
 * must not stop the others.
 */
final class CarefulTimings {
    private final Map<Timing, String> failed = new LinkedHashMap<>();

    /** The next instant; null if there is none, or if it can't be computed. */
    @Nullable
    Instant next(Timing timing, Instant after) {
        try {
            return timing.next(after).orElse(null);
        } catch (RuntimeException e) {
            // A leader parks the schedules of this timing, with this message.
            failed.put(timing, UnevaluableSchedule.words(after, e));
            return null;
        }
    }

    /** The timings that have failed, each with its message. */
    Iterator<Map.Entry<Timing, String>> failed() {
        return failed.entrySet().iterator();
    }

    boolean hasFailed(Timing timing) {
        return failed.containsKey(timing);
    }
}
