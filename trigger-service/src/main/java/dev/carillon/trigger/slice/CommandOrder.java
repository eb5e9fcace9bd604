package dev.carillon.trigger.slice;

import dev.carillon.trigger.catalogue.InputRecord;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets no command overtake the definitions that were there before it: the two come by different topics, so that the later one
 * may be read first. Only commands wait, and not for ever.
 */
final class CommandOrder {
    /** Definitions that can't be read by then may never be: one in an open transaction, or a partition without a leader. */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(CommandOrder.class);

    private final long read;
    private final Instant now;
    private boolean said;

    /**
     * The order of one slice.
     *
     * @param read everything committed below this offset of {@code schedules} has been read. Applied as well, before any
     *     command is looked at; but the offset of the last definition would not do, as transactions leave marks behind it.
     */
    CommandOrder(long read, Instant now) {
        this.read = read;
        this.now = now;
    }

    boolean mustWait(InputRecord command) {
        if (command.definitionsBelow() <= read) {
            return false;
        }
        if (command.isYoung(now, PATIENCE)) {
            return true;
        }
        if (!said) {
            said = true;
            LOG.warn(
                    "definitions have been read only below offset {}, and commands have waited long enough for those below"
                            + " {}: they are carried out by what is known",
                    read,
                    command.definitionsBelow());
        }
        return false;
    }
}
