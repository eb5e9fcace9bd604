package dev.carillon.collector.streams;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long a dead thread waits before it is replaced: longer each time, until none has died for a while. That a
 * replacement starts proves nothing, as it also starts while the fault lasts.
 */
final class RestartPause {
    static final Duration FIRST = Duration.ofMillis(100);
    static final Duration LONGEST = Duration.ofSeconds(30);
    /** Longer than the longest pause, so that a pause is not taken for health. */
    static final Duration QUIET = Duration.ofMinutes(2);

    private static final int MOST_DOUBLINGS = 10;

    private int deaths;
    private @Nullable Instant last;

    /**
     * What follows a death.
     *
     * @param inARow how many deaths there were without a quiet time between them
     */
    record Rest(int inARow, Duration pause) {}

    synchronized Rest died(Instant now) {
        Instant before = last;
        deaths = before == null || now.isAfter(before.plus(QUIET)) ? 1 : deaths + 1;
        last = now;
        Duration doubled = FIRST.multipliedBy(1L << Math.min(deaths - 1, MOST_DOUBLINGS));
        return new Rest(deaths, doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled);
    }
}
