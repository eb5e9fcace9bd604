package dev.carillon.trigger.dispatch;

import dev.carillon.trigger.meter.TriggerMeters;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How far our clock is from Kafka's, as far as records show. */
final class ClockSeen {
    private static final Logger LOG = LoggerFactory.getLogger(ClockSeen.class);

    private volatile Duration behind = Duration.ZERO;
    private volatile boolean said;

    ClockSeen(MeterRegistry meters) {
        TriggerMeters.CLOCK_BEHIND.gauge(meters, () -> behind.toMillis() / 1000.0);
    }

    /** By so much at least; less than nothing where it is too far ahead. Our own lateness can't show it. */
    void found(Duration by) {
        behind = by;
        boolean agrees = agrees();
        if (!agrees && !said) {
            LOG.warn("This instance does not lead as long as that is so: {}", words());
        }
        said = !agrees;
    }

    /** A term has ended: it drifts on, and nothing is committed that would show how far. What was found wrong stays so. */
    void noMoreMeasured() {
        if (agrees()) {
            behind = Duration.ZERO;
        }
    }

    boolean agrees() {
        return behind.abs().compareTo(ClockSteps.BOUND) <= 0;
    }

    String words() {
        Duration by = behind;
        return by.abs().compareTo(ClockSteps.BOUND) > 0
                ? ClockBehind.words(by)
                : "within " + ClockSteps.BOUND.toSeconds() + " s, as far as records show";
    }
}
