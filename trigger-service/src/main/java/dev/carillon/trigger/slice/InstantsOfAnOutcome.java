package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.trigger.catalogue.Standing;
import dev.carillon.trigger.cron.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The instants that an outcome speaks for: one, or the last thousand of a range of skipped ones. */
final class InstantsOfAnOutcome {
    /** What lies further back is not looked at: an hour of every second is enough to decide. */
    private static final int MOST = 1_000;

    private static final int WIDER = 4;

    private InstantsOfAnOutcome() {}

    static List<Instant> of(Outcome outcome, @Nullable Standing standing) {
        SkippedRange range = outcome.skipped();
        if (range == null || range.count() == 1) {
            return List.of(outcome.key().execTime().instant());
        }
        Timing timing = standing == null ? null : standing.timing();
        if (timing == null || timing.isUnforeseeable()) {
            return List.of(range.first(), range.last());
        }
        try {
            return last(timing, range);
        } catch (RuntimeException e) {
            // That schedule is parked where its own ticks are planned; the ends of its range are all that is known.
            return List.of(range.first(), range.last());
        }
    }

    /** Looked for from the end on, in ever wider stretches: a range may hold millions, and ticks wait meanwhile. */
    private static List<Instant> last(Timing timing, SkippedRange range) {
        Duration back = Duration.ofSeconds(MOST);
        while (range.last().minus(back).isAfter(range.first())) {
            List<Instant> found = between(timing, range.last().minus(back), range.last());
            if (found.size() >= MOST) {
                return found.subList(found.size() - MOST, found.size());
            }
            back = back.multipliedBy(WIDER);
        }
        List<Instant> all = between(timing, range.first(), range.last());
        return all.subList(Math.max(0, all.size() - MOST), all.size());
    }

    private static List<Instant> between(Timing timing, Instant first, Instant last) {
        List<Instant> found = new ArrayList<>();
        for (Optional<Instant> tick = timing.next(first.minusSeconds(1));
                tick.isPresent() && !tick.get().isAfter(last);
                tick = timing.next(tick.get())) {
            found.add(tick.get());
        }
        return found;
    }
}
