package dev.carillon.collector.partition;

import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares our clock with the brokers'. Each record that we write comes back with its append time, which lies between our
 * sending and our hearing of it: so our clock, less that time, is what we are ahead and a little delay.
 */
public final class ClockGuard implements TimedWork {
    public static final Duration BOUND = Duration.ofSeconds(2);
    /** A pause of ours between an append and our hearing of it looks like a fast clock; not three times in a row. */
    private static final int BELIEVED_AFTER = 3;

    private static final Logger LOG = LoggerFactory.getLogger(ClockGuard.class);

    private int apartInARow;
    private volatile boolean allowed = true;
    private volatile Duration ahead = Duration.ZERO;

    /** One of our records was appended at the first instant by the broker's clock, and heard of at the second by ours. */
    public synchronized void compared(Instant appended, Instant heard) {
        ahead = Duration.between(appended, heard);
        if (ahead.abs().compareTo(BOUND) <= 0) {
            apartInARow = 0;
            allow();
            return;
        }
        apartInARow++;
        if (apartInARow >= BELIEVED_AFTER && allowed) {
            allowed = false;
            LOG.error("{}; timers wait until the clocks agree", words());
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

    /** What it has found, for people. */
    public String words() {
        return allowed
                ? "clock agrees with the brokers'"
                : "this machine's clock is " + ahead.abs().toMillis() + " ms "
                        + (ahead.isNegative() ? "behind" : "ahead of") + " the brokers', allowed are "
                        + BOUND.toMillis() + " ms";
    }
}
