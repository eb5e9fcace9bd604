package dev.carillon.trigger.catalogue;

import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks timings for their next instants, and remembers those that fail instead of answering: what one definition does to its
 * reckoning must not stop the others.
 */
final class CarefulTimings {
    private final Map<Timing, String> failed = new LinkedHashMap<>();

    /** The next instant, or null if there is none, or none that can be worked out. */
    @Nullable
    Instant next(Timing timing, Instant after) {
        try {
            return timing.next(after).orElse(null);
        } catch (RuntimeException e) {
            // Counted as a broken schedule as soon as somebody leads, and said with these words.
            failed.put(timing, Unevaluable.words(after, e));
            return null;
        }
    }

    /** Timings that have failed, and how. */
    Iterator<Map.Entry<Timing, String>> failed() {
        return failed.entrySet().iterator();
    }

    boolean hasFailed(Timing timing) {
        return failed.containsKey(timing);
    }
}
