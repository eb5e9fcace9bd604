package dev.carillon.trigger.dispatch;

import dev.carillon.kit.time.Ticker;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is read before this instance stands in line behind others: whoever is next in line leads at once, and would let ticks
 * wait for its reading. Where nobody else stands in line nobody waits less for that, so it does not wait either.
 */
final class FirstReading {
    /** Without anything new for so long, one that knows too little is better than none. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final Logger LOG = LoggerFactory.getLogger(FirstReading.class);

    private final Dispatcher.Parts parts;
    private final Following following;
    private final Ticker ticker;
    private boolean knowsEnds;
    private long stateEnd;
    private long schedulesEnd;
    private long read;
    private long readAtNanos;
    private long lookedAtNanos;
    private boolean done;

    FirstReading(Dispatcher.Parts parts, Following following) {
        this.parts = parts;
        this.following = following;
        this.ticker = parts.time().ticker();
        readAtNanos = ticker.nanos();
        lookedAtNanos = readAtNanos - LOOK_EVERY.toNanos();
    }

    /** Whether it may stand in line; once so, always. */
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
            LOG.warn("Can't learn how much there is to read, and asks again: {}", String.valueOf(e.getCause()));
        }
    }

    private boolean hasReadAll() {
        return knowsEnds
                && following.stateRead() >= stateEnd
                && !following.catalogue().isBehind()
                && following.catalogue().schedules().hasAllBelow(schedulesEnd);
    }

    private boolean isStuck(long now) {
        long readNow = following.readInAll();
        if (readNow > read) {
            read = readNow;
            readAtNanos = now;
        }
        boolean stuck = now - readAtNanos >= PATIENCE.toNanos();
        if (stuck) {
            LOG.warn("Nothing more came for {} s: stands in line without knowing all schedules", PATIENCE.toSeconds());
        }
        return stuck;
    }
}
