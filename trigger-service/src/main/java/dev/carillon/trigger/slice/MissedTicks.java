package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.Missed;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the instants of a gap: first a range that is skipped, then those that are made up for.
 *
 * @param skipped the earlier part, or null if nothing is skipped
 * @param madeUp the later part, in order
 */
public record MissedTicks(@Nullable SkippedRange skipped, List<Instant> madeUp) {

    /**
     * Decides the instants in {@code (after, until]}.
     *
     * @param reason why those are skipped that the policy does not make up for
     */
    public static MissedTicks decide(Timing timing, Instant after, Instant until, Missed missed, SkipReason reason) {
        return switch (missed.policy()) {
            case NONE -> scan(timing, after, until, 0, Instant.MAX, reason);
            case LAST -> scan(timing, after, until, 1, Instant.MIN, SkipReason.COALESCED);
            case ALL -> scan(timing, after, until, missed.max(), until.minus(missed.window()), reason);
        };
    }

    /** Skips all instants in {@code (after, until]}. */
    public static MissedTicks skipAll(Timing timing, Instant after, Instant until, SkipReason reason) {
        return scan(timing, after, until, 0, Instant.MAX, reason);
    }

    /** Keeps at most so many of the last instants, none before the given one. */
    private static MissedTicks scan(
            Timing timing, Instant after, Instant until, int keep, Instant earliest, SkipReason reason) {
        Deque<Instant> kept = new ArrayDeque<>();
        Instant first = null;
        Instant last = null;
        long count = 0;
        for (Optional<Instant> tick = timing.next(after);
                tick.isPresent() && !tick.get().isAfter(until);
                tick = timing.next(tick.get())) {
            kept.add(tick.get());
            if (kept.size() > keep || tick.get().isBefore(earliest)) {
                last = kept.remove();
                first = first == null ? last : first;
                count++;
            }
        }
        SkippedRange range = first == null || last == null ? null : new SkippedRange(reason, first, last, count);
        return new MissedTicks(range, List.copyOf(kept));
    }
}
