package dev.carillon.trigger.dispatch.clock;

import dev.carillon.schemas.state.AgreedDurations;
import dev.carillon.trigger.dispatch.failure.ClockBehind;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How far this host's clock is from Kafka's, as far as records show it. */
public final class ClockSeen {
    private static final Logger LOG = LoggerFactory.getLogger(ClockSeen.class);

    private volatile Duration behind = Duration.ZERO;
    private volatile boolean warned;

    /** Notes how far the clock is behind, at least; negative if it is too far ahead. */
    public void found(Duration by) {
        behind = by;
        boolean agrees = agrees();
        if (!agrees && !warned) {
            LOG.warn("This instance does not lead until the clocks agree: {}", words());
        }
        warned = !agrees;
    }

    /** Called when a term ends, as only commits measure the clock. A clock that was found wrong stays wrong. */
    public void noMoreMeasured() {
        if (agrees()) {
            behind = Duration.ZERO;
        }
    }

    /** How far the clock is behind, at least; negative if it is too far ahead. */
    public Duration behind() {
        return behind;
    }

    public boolean agrees() {
        return behind.abs().compareTo(AgreedDurations.CLOCK_BOUND) <= 0;
    }

    public String words() {
        Duration by = behind;
        return by.abs().compareTo(AgreedDurations.CLOCK_BOUND) > 0
                ? ClockBehind.words(by)
                : "within " + AgreedDurations.CLOCK_BOUND.toSeconds() + " s, as far as records show";
    }
}
