package dev.carillon.schemas.key;

import java.time.Clock;
import java.time.Instant;

/**
 * Instants for executions that are not ticks: strictly increasing, and never a whole second, so that they can never
 * meet a tick's key.
 */
public final class FreshInstants {
    private final Clock clock;
    private Instant last = Instant.MIN;

    public FreshInstants(Clock clock) {
        this.clock = clock;
    }

    public synchronized Instant next() {
        Instant now = clock.instant();
        Instant next = now.isAfter(last) ? now : last.plusNanos(1);
        last = next.getNano() == 0 ? next.plusNanos(1) : next;
        return last;
    }
}
