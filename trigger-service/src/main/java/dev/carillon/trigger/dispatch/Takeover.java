package dev.carillon.trigger.dispatch;

import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.schemas.record.Positions;
import java.time.Duration;

/** The way from a term that was won to its first slice: fence, then read what earlier leaders have left. */
final class Takeover {
    /** The former leader is fenced meanwhile and nobody sends ticks, so another instance has to try. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final SliceLog log;
    private final Following following;
    private final Dispatcher.Time time;
    private long stateEnd;
    private long schedulesEnd;
    private long read;
    private long readAtNanos;

    Takeover(SliceLog log, Following following, Dispatcher.Time time) {
        this.log = log;
        this.following = following;
        this.time = time;
    }

    void begin() {
        // Before the fence: who leads may have a better clock, and a newer version.
        ClockBehind.check(following.clockBehind(time.clock().instant()));
        MayNotLead.ifUnreadable(following.unreadable());
        log.takeOver();
        stateEnd = log.stateEnd();
        schedulesEnd = log.schedulesEnd();
        read = following.readInAll();
        readAtNanos = time.ticker().nanos();
    }

    /** Whether all is read; fails if this instance may not lead on it, or nothing more has come for too long. */
    boolean isDone() {
        if (following.stateRead() < stateEnd) {
            return waits("trigger-state");
        }
        Positions applied = following.applied();
        MayNotLead.ifLost(log.lostInput(applied));
        if (following.catalogue().isBehind() || following.isInFirstLoad(schedulesEnd)) {
            return waits("schedules or calendars");
        }
        MayNotLead.ifUnreadable(following.unreadable());
        MayNotLead.ifUnreadable(following.catalogue().misread());
        if (!following.outcomesIfNeeded(() -> log.outcomesFrom(applied.outcomes()))) {
            // Ticks have not to wait for them; inputs have, until it is known where outcomes end.
            following.holdOutcomes(applied.outcomes());
        }
        ClockBehind.check(following.clockBehind(time.clock().instant()));
        return true;
    }

    private boolean waits(String topic) {
        long now = time.ticker().nanos();
        long readNow = following.readInAll();
        if (readNow > read) {
            read = readNow;
            readAtNanos = now;
        } else if (now - readAtNanos >= PATIENCE.toNanos()) {
            throw new MayNotLead(
                    KitErrorCode.STATE_NOT_READ,
                    "nothing more of " + topic + " could be read for " + PATIENCE.toSeconds()
                            + " s, and its end is not reached. Look for a partition without a leader or a transaction"
                            + " left open: carillon doctor");
        }
        return false;
    }
}
