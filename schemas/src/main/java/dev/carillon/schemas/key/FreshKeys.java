package dev.carillon.schemas.key;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;

/**
 * Makes keys of executions that are not ticks, for any number of threads: strictly increasing instants that are never a
 * whole second, so that they differ from ticks' keys, with a mark that makes them differ from other clients' keys.
 */
public final class FreshKeys {
    private final Clock clock;
    private final String mark;
    private Instant last = Instant.MIN;

    /** Makes keys with a new random mark. */
    public FreshKeys(Clock clock) {
        this(clock, new SecureRandom());
    }

    /** Makes keys with a mark from the given source. */
    public FreshKeys(Clock clock, Random random) {
        this.clock = clock;
        this.mark = ClientMark.random(random);
    }

    /** A new key. */
    public ExecutionKey next(String taskId) {
        return ExecutionKey.of(taskId, nextTime());
    }

    /** The second half of a new key. */
    public ExecTime nextTime() {
        return new ExecTime(nextInstant(), mark, null);
    }

    private synchronized Instant nextInstant() {
        Instant now = clock.instant();
        Instant next = now.isAfter(last) ? now : last.plusNanos(1);
        last = next.getNano() == 0 ? next.plusNanos(1) : next;
        return last;
    }
}
