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

    static boolean isPlanned(Timing timing, Instant instant) {
        return instant.getNano() == 0
                && timing.next(instant.minusSeconds(1)).filter(instant::equals).isPresent();
    }

    /** The last one before the instant. */
    static Optional<Instant> before(Timing timing, Instant instant) {
        for (Duration window : WINDOWS) {
            Instant found = null;
            Optional<Instant> next = timing.next(instant.minus(window));
            while (next.isPresent() && next.get().isBefore(instant)) {
                found = next.get();
                next = timing.next(found);
            }
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }
}
