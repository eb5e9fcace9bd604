package dev.carillon.trigger.slice.gap;

import dev.carillon.schemas.schedule.MissedRule;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.plan.PlannedTicks;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the ticks of a gap: those that are skipped, in ranges without holes, and those that are made up for.
 *
 * @param skipped in order
 * @param madeUp the last of those that neither a calendar nor a command leaves out, in order
 */
public record MissedTicks(List<SkippedRange> skipped, List<Instant> madeUp) {

    /**
     * Decides the ticks due in {@code (after, until]}. The rule's window counts from their nominal instants.
     *
     * @param reason why those are skipped that the policy does not make up for
     */
    static MissedTicks decide(PlannedTicks ticks, Instant after, Instant until, MissedRule missed, SkipReason reason) {
        return switch (missed.policy()) {
            case NONE -> new Scan(0, Instant.MAX, reason).over(ticks, after, until);
            case LAST -> new Scan(1, Instant.MIN, SkipReason.COALESCED).over(ticks, after, until);
            case ALL -> new Scan(missed.max(), until.minus(missed.window()), reason).over(ticks, after, until);
        };
    }

    /** Skips all ticks due in {@code (after, until]}. */
    static MissedTicks skipAll(PlannedTicks ticks, Instant after, Instant until, SkipReason reason) {
        return new Scan(0, Instant.MAX, reason).over(ticks, after, until);
    }

    /** Consecutive instants with the same reason to be skipped, or none. */
    private static final class Stretch {
        /** Null if neither a calendar nor a command leaves them out. */
        final @Nullable SkipReason reason;

        final Instant first;
        Instant last;
        long count;

        Stretch(@Nullable SkipReason reason, Instant first) {
            this.reason = reason;
            this.first = first;
            this.last = first;
        }

        SkippedRange range(SkipReason otherwise) {
            return new SkippedRange(reason == null ? otherwise : reason, first, last, count);
        }
    }

    /** Keeps the last instants up to a number, none before the earliest. */
    private static final class Scan {
        /** Up to this many dropped ticks are visited faster than counted. */
        private static final int FEW = 20;

        private final int keep;
        private final Instant earliest;
        private final SkipReason otherwise;
        private final Deque<Instant> kept = new ArrayDeque<>();
        private final List<Stretch> stretches = new ArrayList<>();
        private @Nullable Stretch open;
        private @Nullable Instant lastDropped;

        Scan(int keep, Instant earliest, SkipReason otherwise) {
            this.keep = keep;
            this.earliest = earliest;
            this.otherwise = otherwise;
        }

        MissedTicks over(PlannedTicks ticks, Instant after, Instant until) {
            Optional<Instant> tick = ticks.firstDueAfter(after);
            while (tick.isPresent() && !tick.get().isAfter(until)) {
                Instant nominal = tick.get();
                if (ticks.isDueWithin(nominal, after, until)) {
                    tick = take(ticks, nominal, ticks.alikeUpTo(nominal, after, until));
                } else {
                    open = null; // Decided elsewhere: no range may reach over it.
                    tick = ticks.next(nominal);
                }
            }
            return new MissedTicks(skipped(), List.copyOf(kept));
        }

        /**
         * Takes the ticks from the first up to an instant, all with the same reason to be skipped or none. Those that
         * are surely dropped are only counted, as a long gap has millions. Returns the next tick.
         */
        private Optional<Instant> take(PlannedTicks ticks, Instant first, Instant end) {
            SkipReason against = ticks.against(first);
            Instant before = first.minusNanos(1);
            long dropped = first.equals(end) ? 0 : dropped(ticks.timing(), against, before, end);
            Optional<Instant> tick = Optional.of(first);
            if (dropped > FEW) {
                Instant last = ticks.timing().nth(dropped, before, end);
                extend(against, first, last, dropped);
                if (against == null) {
                    kept.clear();
                    lastDropped = last;
                }
                tick = ticks.next(last);
            }
            while (tick.isPresent() && !tick.get().isAfter(end)) {
                take(tick.get(), against);
                tick = ticks.next(tick.get());
            }
            return tick;
        }

        /** How many of the first ticks are dropped regardless of later ones. */
        private long dropped(Timing timing, @Nullable SkipReason against, Instant before, Instant end) {
            long all = timing.count(before, end);
            if (against != null || earliest.isAfter(end)) {
                return all;
            }
            long tooEarly = earliest.isAfter(before) ? timing.count(before, earliest.minusNanos(1)) : 0;
            return Math.max(tooEarly, all - keep);
        }

        private void take(Instant nominal, @Nullable SkipReason against) {
            extend(against, nominal, nominal, 1);
            if (against == null) {
                kept.add(nominal);
                if (kept.size() > keep || nominal.isBefore(earliest)) {
                    lastDropped = kept.remove();
                }
            }
        }

        private void extend(@Nullable SkipReason against, Instant first, Instant last, long count) {
            Stretch stretch = open;
            if (stretch == null || stretch.reason != against) {
                stretch = new Stretch(against, first);
                stretches.add(stretch);
                open = stretch;
            }
            stretch.last = last;
            stretch.count += count;
        }

        private List<SkippedRange> skipped() {
            List<SkippedRange> ranges = new ArrayList<>();
            Instant firstKept = kept.peek();
            for (Stretch stretch : stretches) {
                if (stretch.reason != null || firstKept == null || stretch.last.isBefore(firstKept)) {
                    ranges.add(stretch.range(otherwise));
                } else if (lastDropped != null && !lastDropped.isBefore(stretch.first)) {
                    long keptHere = kept.stream()
                            .filter(instant -> !instant.isAfter(stretch.last))
                            .count();
                    ranges.add(new SkippedRange(otherwise, stretch.first, lastDropped, stretch.count - keptHere));
                }
            }
            return ranges;
        }
    }
}
