package dev.carillon.collector.streams;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long a thread that died rests before it is replaced: longer each time, until none has died for a while. That the
 * replacement came up proves nothing: a fault that lasts lets it come up each time.
 */
final class RestartPause {
    static final Duration FIRST = Duration.ofMillis(100);
    static final Duration LONGEST = Duration.ofSeconds(30);
    /** Beyond the longest pause, so that waiting is not taken for health. */
    static final Duration QUIET = Duration.ofMinutes(2);

    private static final int MOST_DOUBLINGS = 10;

    private int deaths;
    private @Nullable Instant last;

    /**
     * One more death.
     *
     * @param inARow how many there were without a quiet time between them
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
