package dev.carillon.collector.partition;

import dev.carillon.schemas.state.AgreedDurations;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares this machine's clock with the brokers'. The append time of each written record lies between its sending and
 * its acknowledgement: so the clock at the acknowledgement, less the append time, is how far the clock is ahead, plus a
 * little delay.
 */
public final class ClockGuard implements TimedWork {
    /**
     * A pause of this process before it sees an acknowledgement looks like a fast clock, but not three times in a row.
     */
    private static final int BELIEVED_AFTER = 3;

    private static final Logger LOG = LoggerFactory.getLogger(ClockGuard.class);

    private int apartInARow;
    private volatile boolean allowed = true;
    private volatile Duration ahead = Duration.ZERO;

    /**
     * A record was appended at the first instant by the broker's clock, and acknowledged at the second by this
     * machine's.
     */
    public synchronized void compared(Instant appended, Instant acknowledged) {
        ahead = Duration.between(appended, acknowledged);
        if (ahead.abs().compareTo(AgreedDurations.CLOCK_BOUND) <= 0) {
            apartInARow = 0;
            allow();
            return;
        }
        apartInARow++;
        if (apartInARow >= BELIEVED_AFTER && allowed) {
            allowed = false;
            LOG.error("{}; timers wait until the clocks agree, so set the clock", description());
        }
    }

    private void allow() {
        if (!allowed) {
            allowed = true;
            LOG.info("the clocks agree again; timers go on");
        }
    }

    @Override
    public boolean allowed() {
        return allowed;
    }

    /** The result of the comparison, for people. */
    public String description() {
        return allowed
                ? "clock agrees with the brokers'"
                : "this machine's clock is " + ahead.abs().toMillis() + " ms "
                        + (ahead.isNegative() ? "behind" : "ahead of") + " the brokers', more than the allowed "
                        + AgreedDurations.CLOCK_BOUND.toMillis() + " ms";
    }
}
