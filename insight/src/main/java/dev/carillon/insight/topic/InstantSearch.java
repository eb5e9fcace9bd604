package dev.carillon.insight.topic;

import dev.carillon.timing.cron.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Finds planned instants around another one; a timing itself computes only the next. */
public final class InstantSearch {
    /** A window is used only if the smaller ones hold no instant. */
    private static final List<Duration> WINDOWS = List.of(
            Duration.ofSeconds(30),
            Duration.ofMinutes(30),
            Duration.ofHours(24),
            Duration.ofDays(32),
            Duration.ofDays(370),
            Duration.ofDays(9 * 366));

    private static final Duration SECOND = Duration.ofSeconds(1);

    private InstantSearch() {}

    /** Whether the timing plans the instant; false if that can't be evaluated. */
    public static boolean isPlanned(Timing timing, Instant instant) {
        return instant.getNano() == 0
                && next(timing, instant.minusSeconds(1)).filter(instant::equals).isPresent();
    }

    /** Whether the timing may plan the instant: also true if that depends on ends or can't be evaluated. */
    public static boolean mayBe(Timing timing, Instant instant) {
        if (instant.getNano() != 0) {
            return false;
        }
        try {
            return timing.isUnforeseeable() || timing.plans(instant);
        } catch (RuntimeException e) {
            // Safe: the marker shows whether the schedule is parked for that, and the answer says so.
            return true;
        }
    }

    /** The first planned instant after this one; empty if that can't be evaluated. */
    public static Optional<Instant> next(Timing timing, Instant after) {
        try {
            return timing.next(after);
        } catch (RuntimeException e) {
            // Safe: the trigger parks such a schedule, and the answer says so.
            return Optional.empty();
        }
    }

    /** The last planned instant before this one. */
    public static Optional<Instant> before(Timing timing, Instant instant) {
        for (Duration window : WINDOWS) {
            Optional<Instant> first = next(timing, instant.minus(window));
            if (first.isPresent() && first.get().isBefore(instant)) {
                return Optional.of(last(timing, first.get(), instant.minusNanos(1)));
            }
        }
        return Optional.empty();
    }

    /** The last instant up to another, by bisection: a window may hold millions. */
    private static Instant last(Timing timing, Instant planned, Instant upTo) {
        Instant low = planned;
        Instant high = upTo;
        Duration between = Duration.between(low, high);
        // Planned instants lie at least a second apart.
        while (between.compareTo(SECOND) >= 0) {
            Instant middle = low.plus(between.dividedBy(2));
            Instant next = next(timing, middle).orElse(Instant.MAX);
            if (next.isAfter(high)) {
                high = middle;
            } else {
                low = next;
            }
            between = Duration.between(low, high);
        }
        return low;
    }
}
