package dev.carillon.trigger.dispatch;

import dev.carillon.kit.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The moment when a stopping leader lets the next one lead. One thread asks for it, the dispatcher grants it. */
final class HandOver {
    private static final Logger LOG = LoggerFactory.getLogger(HandOver.class);
    /** How long a successor may take until its first slice. */
    private static final Duration UNDISTURBED = Duration.ofMillis(300);
    /** More ticks are due around a full minute than at any other time. */
    private static final Duration BEFORE_MINUTE = Duration.ofMillis(1_500);

    private static final Duration AFTER_MINUTE = Duration.ofSeconds(1);

    private final Ticker ticker;
    private final CountDownLatch granted = new CountDownLatch(1);
    private volatile boolean asked;
    private volatile long lastNanos;

    HandOver(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Asks for a hand-over within that time. */
    void ask(Duration within) {
        lastNanos = ticker.nanos() + within.toNanos();
        asked = true;
    }

    boolean isAsked() {
        return asked;
    }

    /** Whether the time is over, so that the hand-over can't wait for a calm moment. */
    boolean isUrgent() {
        return asked && ticker.nanos() - lastNanos >= 0;
    }

    void grant() {
        granted.countDown();
    }

    /** Returns when it is granted, or after that time. */
    void await(Duration atMost) throws InterruptedException {
        if (!granted.await(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
            LOG.info(
                    "The hand-over did not happen within {} s: the next in line leads when it notices that this"
                            + " instance is gone",
                    atMost.toSeconds());
        }
    }

    /** Whether no tick is due so soon that the successor would be late, and no full minute is near. */
    static boolean isCalm(Instant now, Optional<Instant> nextDue) {
        Duration inMinute =
                Duration.ofSeconds(now.atOffset(ZoneOffset.UTC).getSecond()).plusNanos(now.getNano());
        boolean nearMinute = inMinute.compareTo(AFTER_MINUTE) < 0
                || inMinute.compareTo(Duration.ofMinutes(1).minus(BEFORE_MINUTE)) >= 0;
        return !nearMinute
                && nextDue.map(due -> !due.isBefore(now.plus(UNDISTURBED))).orElse(true);
    }
}
