package dev.carillon.trigger.dispatch;

import dev.carillon.kit.time.Ticker;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes this instance read the topics before it queues behind others: the next in line may have to lead at once, and
 * ticks would wait while it reads. If no other instance is queued, ticks would wait all the same, so it queues at once.
 */
final class FirstReading {
    /** If no record comes for this long, the instance queues: a leader that still has to read is better than none. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final Logger LOG = LoggerFactory.getLogger(FirstReading.class);

    private final Dispatcher.Parts parts;
    private final CommittedLogFollower follower;
    private final Ticker ticker;
    private boolean knowsEnds;
    private long stateEnd;
    private long schedulesEnd;
    private long read;
    private long readAtNanos;
    private long lookedAtNanos;
    private boolean done;

    FirstReading(Dispatcher.Parts parts, CommittedLogFollower follower) {
        this.parts = parts;
        this.follower = follower;
        this.ticker = parts.time().ticker();
        readAtNanos = ticker.nanos();
        lookedAtNanos = readAtNanos - LOOK_EVERY.toNanos();
    }

    /** Whether this instance may queue; once true, it stays so. */
    boolean isDone() {
        done = done || mayQueue();
        return done;
    }

    private boolean mayQueue() {
        long now = ticker.nanos();
        if (now - lookedAtNanos >= LOOK_EVERY.toNanos()) {
            lookedAtNanos = now;
            if (!parts.leadership().hasOthersInLine()) {
                return true;
            }
            findEnds();
        }
        return hasReadAll() || isStuck(now);
    }

    private void findEnds() {
        if (knowsEnds) {
            return;
        }
        try {
            stateEnd = parts.log().stateEnd();
            schedulesEnd = parts.log().schedulesEnd();
            knowsEnds = true;
        } catch (IllegalStateException e) {
            LOG.warn("Can't look up the ends of the topics to read, and tries again: {}", String.valueOf(e.getCause()));
        }
    }

    private boolean hasReadAll() {
        return knowsEnds
                && follower.stateRead() >= stateEnd
                && !follower.catalogue().isBehind()
                && follower.catalogue().schedules().hasAllBelow(schedulesEnd);
    }

    private boolean isStuck(long now) {
        long readNow = follower.readInAll();
        if (readNow > read) {
            read = readNow;
            readAtNanos = now;
        }
        boolean stuck = now - readAtNanos >= PATIENCE.toNanos();
        if (stuck) {
            LOG.warn(
                    "No record came for {} s: this instance queues for leadership before it has read all schedules",
                    PATIENCE.toSeconds());
        }
        return stuck;
    }
}
