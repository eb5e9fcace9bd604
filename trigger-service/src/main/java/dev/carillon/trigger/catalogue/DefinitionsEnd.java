package dev.carillon.trigger.catalogue;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where {@code schedules} ends, asked when a command was read: what was there before the command lies below. */
final class DefinitionsEnd {
    private static final Logger LOG = LoggerFactory.getLogger(DefinitionsEnd.class);
    /** Each question that fails holds up the intake. */
    private static final Duration ASK_AGAIN = Duration.ofSeconds(2);

    private static final long UNKNOWN = 0;

    private final LongSupplier end;
    private final Clock clock;
    private @Nullable Instant failedAt;

    /**
     * Asks whoever knows.
     *
     * @param end also behind what is not committed yet; fails where Kafka does not tell soon
     */
    DefinitionsEnd(LongSupplier end, Clock clock) {
        this.end = end;
        this.clock = clock;
    }

    /** The end as it is now; 0, below which there is nothing to wait for, if it can't be had. */
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
            // Only the order of a definition and a command that were written in one moment depends on it.
            LOG.warn("commands are carried out without waiting for definitions: {}", e.getMessage(), e);
            failedAt = clock.instant();
            return UNKNOWN;
        }
    }
}
