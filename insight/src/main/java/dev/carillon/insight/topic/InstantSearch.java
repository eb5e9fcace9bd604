package dev.carillon.insight.topic;

import dev.carillon.timing.cron.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Finds planned instants around another one; a timing itself computes only the next. */
public final class InstantSearch {
    /** A window is used only if the smaller ones hold no instant; it then holds at most some hundred. */
    private static final List<Duration> WINDOWS = List.of(
            Duration.ofSeconds(30),
            Duration.ofMinutes(30),
            Duration.ofHours(24),
            Duration.ofDays(32),
            Duration.ofDays(370),
            Duration.ofDays(9 * 366));

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
            Instant found = null;
            Optional<Instant> next = next(timing, instant.minus(window));
            while (next.isPresent() && next.get().isBefore(instant)) {
                found = next.get();
                next = next(timing, found);
            }
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }
}
