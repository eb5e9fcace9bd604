package dev.carillon.standalone.look;

import dev.carillon.trigger.cron.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Looks for planned instants around another one; a timing itself only knows the next. */
final class Planned {
    /** Each window holds at most some hundred instants when the ones before it held none. */
    private static final List<Duration> WINDOWS = List.of(
            Duration.ofSeconds(30),
            Duration.ofMinutes(30),
            Duration.ofHours(24),
            Duration.ofDays(32),
            Duration.ofDays(370),
            Duration.ofDays(9 * 366));

    private Planned() {}

    /** Whether it is one of the planned; of a timing that can't be worked out there, it is not. */
    static boolean isPlanned(Timing timing, Instant instant) {
        return instant.getNano() == 0
                && next(timing, instant.minusSeconds(1)).filter(instant::equals).isPresent();
    }

    /** Whether it is one of the planned, as far as that can be told: ends and failures say nothing against it. */
    static boolean mayBe(Timing timing, Instant instant) {
        if (instant.getNano() != 0) {
            return false;
        }
        try {
            return timing.isUnforeseeable() || timing.plans(instant);
        } catch (RuntimeException e) {
            // Safe: whether it is parked for that the marker says, and that is answered.
            return true;
        }
    }

    /** The first one after the instant; none where that can't be worked out. */
    static Optional<Instant> next(Timing timing, Instant after) {
        try {
            return timing.next(after);
        } catch (RuntimeException e) {
            // Safe: the trigger parks such a schedule, and that is answered.
            return Optional.empty();
        }
    }

    /** The last one before the instant. */
    static Optional<Instant> before(Timing timing, Instant instant) {
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
