package dev.carillon.trigger.slice.input;

import dev.carillon.trigger.definition.InputRecord;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a command wait until the definitions written before it are read. They come by different topics, so the command
 * may be read first and would be carried out by an older definition.
 */
final class CommandOrder {
    /** A definition unread after this time may stay so: in an open transaction, or in a partition without a leader. */
    static final Duration MAX_WAIT = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(CommandOrder.class);

    private final long read;
    private final Instant now;
    private boolean warned;

    /**
     * The order of one slice.
     *
     * @param read the offset of {@code schedules} below which all is read and applied. The offset of the last
     *     definition would be too low, as transactions leave marks behind it.
     */
    CommandOrder(long read, Instant now) {
        this.read = read;
        this.now = now;
    }

    boolean mustWait(InputRecord command) {
        if (command.definitionsBelow() <= read) {
            return false;
        }
        if (command.isYoung(now, MAX_WAIT)) {
            return true;
        }
        if (!warned) {
            warned = true;
            LOG.warn(
                    "Definitions are read only below offset {}. Commands that waited {} s for those below {} are now"
                            + " carried out without them",
                    read,
                    MAX_WAIT.toSeconds(),
                    command.definitionsBelow());
        }
        return false;
    }
}
