package dev.carillon.timing.plan;

import dev.carillon.timing.cron.Timing;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The first instant that several timings all plan: each in turn is asked for its next one from the candidate on.
 *
 * @param instant null if none was found
 * @param certain false if the search ended at its limit, without an answer
 */
public record CommonInstant(@Nullable Instant instant, boolean certain) {
    /** The search ended at its limit. */
    private static final CommonInstant UNKNOWN = new CommonInstant(null, false);

    private static final CommonInstant NONE = new CommonInstant(null, true);

    /**
     * Searches for it.
     *
     * @param until the last instant that counts, or null if all do
     * @param mostLookedAt how many instants the search may look at
     * @param next as {@link Timing#next}
     */
    public static CommonInstant after(
            Instant start,
            @Nullable Instant until,
            Set<Timing> timings,
            int mostLookedAt,
            BiFunction<Timing, Instant, Optional<Instant>> next) {
        Instant candidate = null;
        int agreeing = 0;
        for (int looked = 0; looked < mostLookedAt && !timings.isEmpty(); ) {
            for (Timing timing : timings) {
                Optional<Instant> found = next.apply(timing, candidate == null ? start : candidate.minusNanos(1));
                looked++;
                if (found.isEmpty() || (until != null && found.get().isAfter(until))) {
                    return NONE;
                }
                agreeing = found.get().equals(candidate) ? agreeing + 1 : 1;
                candidate = found.get();
                if (agreeing >= timings.size()) {
                    return new CommonInstant(candidate, true);
                }
            }
        }
        return UNKNOWN;
    }
}
