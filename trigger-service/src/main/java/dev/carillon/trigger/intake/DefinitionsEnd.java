package dev.carillon.trigger.intake;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks up the end of {@code schedules} when a command is read: definitions written before it lie below. */
final class DefinitionsEnd {
    private static final Logger LOG = LoggerFactory.getLogger(DefinitionsEnd.class);
    /** Each attempt that fails delays the intake. */
    private static final Duration ASK_AGAIN = Duration.ofSeconds(2);

    private static final long UNKNOWN = 0;

    private final LongSupplier end;
    private final Clock clock;
    private @Nullable Instant failedAt;

    /**
     * Looks up the end with a function.
     *
     * @param end the end behind uncommitted records too; throws if Kafka does not answer soon
     */
    DefinitionsEnd(LongSupplier end, Clock clock) {
        this.end = end;
        this.clock = clock;
    }

    /** The current end; 0 if it is unknown, so that commands wait for no definition. */
    long now() {
        Instant failed = failedAt;
        Instant now = clock.instant();
        if (failed != null && !now.isBefore(failed) && now.isBefore(failed.plus(ASK_AGAIN))) {
            return UNKNOWN;
        }
        try {
            long found = end.getAsLong();
            failedAt = null;
            return found;
        } catch (IllegalStateException e) {
            // Without it only a definition and a command written at the same moment may be applied in the wrong order.
            LOG.warn(
                    "The end of topic schedules is unknown, so commands do not wait for definitions written just before"
                            + " them: {}",
                    e.getMessage(),
                    e);
            failedAt = clock.instant();
            return UNKNOWN;
        }
    }
}
