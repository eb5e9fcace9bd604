package dev.carillon.schemas.key;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;

/**
 * Keys for executions that are not ticks, from any number of threads: strictly increasing instants that are never a whole
 * second, so that they can't meet a tick's key, with a mark that keeps them apart from those of other clients.
 */
public final class FreshKeys {
    private final Clock clock;
    private final String mark;
    private Instant last = Instant.MIN;

    /** Keys with a mark that is drawn now. */
    public FreshKeys(Clock clock) {
        this(clock, new SecureRandom());
    }

    /** Keys with a mark that is drawn from a source of the caller's choice. */
    public FreshKeys(Clock clock, Random random) {
        this.clock = clock;
        this.mark = ClientMark.random(random);
    }

    /** The key of one more execution. */
    public ExecutionKey next(String taskId) {
        return ExecutionKey.of(taskId, nextTime());
    }

    /** The second half of a key. */
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
