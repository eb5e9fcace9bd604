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

/** When a leader that is to stop lets somebody else lead. It is asked for on one thread and granted on the dispatcher's. */
final class HandOver {
    private static final Logger LOG = LoggerFactory.getLogger(HandOver.class);
    /** What a successor may take until its first slice. */
    private static final Duration UNDISTURBED = Duration.ofMillis(300);
    /** Around a full minute more is due than at any other time. */
    private static final Duration BEFORE_MINUTE = Duration.ofMillis(1_500);

    private static final Duration AFTER_MINUTE = Duration.ofSeconds(1);

    private final Ticker ticker;
    private final CountDownLatch granted = new CountDownLatch(1);
    private volatile boolean asked;
    private volatile long lastNanos;

    HandOver(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Asks for a good moment within that time. */
    void ask(Duration within) {
        lastNanos = ticker.nanos() + within.toNanos();
        asked = true;
    }

    boolean isAsked() {
        return asked;
    }

    /** Whether no better moment can be waited for. */
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
                    "No hand-over came about within {} s, so the next in line has to notice by itself",
                    atMost.toSeconds());
        }
    }

    /** Whether nothing comes so soon that the successor would be late with it, and no full minute is near. */
    static boolean isCalm(Instant now, Optional<Instant> nextDue) {
        Duration inMinute =
                Duration.ofSeconds(now.atOffset(ZoneOffset.UTC).getSecond()).plusNanos(now.getNano());
        boolean nearMinute = inMinute.compareTo(AFTER_MINUTE) < 0
                || inMinute.compareTo(Duration.ofMinutes(1).minus(BEFORE_MINUTE)) >= 0;
        return !nearMinute
                && nextDue.map(due -> !due.isBefore(now.plus(UNDISTURBED))).orElse(true);
    }
}
