package dev.carillon.trigger.slice.dependency;

import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.state.ScheduleState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The instants that an outcome covers: one, or the last thousand of a range of skipped ones.
 *
 * @param inARow whether its schedule surely planned none between them
 */
public record InstantsOfAnOutcome(List<Instant> instants, boolean inARow) {
    /** Most instants taken from one range; dependants do not see earlier ones. */
    private static final int MOST = 1_000;

    private static final int WIDER = 4;

    public InstantsOfAnOutcome after(Instant instant) {
        return new InstantsOfAnOutcome(
                instants.stream().filter(other -> other.isAfter(instant)).toList(), inARow);
    }

    public static InstantsOfAnOutcome of(Outcome outcome, @Nullable ScheduleState state) {
        SkippedRange range = outcome.skipped();
        if (range == null || range.count() == 1) {
            return new InstantsOfAnOutcome(List.of(outcome.key().execTime().instant()), true);
        }
        Timing timing = state == null ? null : state.timing();
        InstantsOfAnOutcome ends = new InstantsOfAnOutcome(List.of(range.first(), range.last()), false);
        if (timing == null || timing.isUnforeseeable()) {
            return ends;
        }
        try {
            return hasPlanned(timing, range) ? new InstantsOfAnOutcome(last(timing, range), true) : ends;
        } catch (RuntimeException e) {
            // That schedule is parked where its own ticks are planned; the ends of its range are all that is known.
            return ends;
        }
    }

    /** A range may be older than the timing in force, which then does not show what lies within. */
    private static boolean hasPlanned(Timing timing, SkippedRange range) {
        return timing.plans(range.first())
                && timing.plans(range.last())
                && timing.count(range.first().minusSeconds(1), range.last()) == range.count();
    }

    /** Searches from the end in ever wider stretches: a range may hold millions, and ticks wait meanwhile. */
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
