package dev.carillon.worker;

import java.time.Duration;
import java.time.Instant;

/** Lets something happen at most so often, and says when it may again. Touched by one thread. */
final class Rhythm {
    private final Duration every;
    private Instant next = Instant.EPOCH;

    Rhythm(Duration every) {
        this.every = every;
    }

    /** How long it has to wait; zero if it is time, and from then on it has happened. */
    Duration rest(Instant now) {
        // A clock that was set back must not silence anybody for longer than that.
        if (now.isBefore(next) && next.minus(every).isBefore(now)) {
            return Duration.between(now, next);
        }
        next = now.plus(every);
        return Duration.ZERO;
    }
}
