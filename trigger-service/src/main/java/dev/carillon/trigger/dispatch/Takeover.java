package dev.carillon.trigger.dispatch;

import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.trigger.dispatch.failure.ClockBehind;
import dev.carillon.trigger.dispatch.failure.MayNotLead;
import java.time.Duration;

/** The steps from a won term to its first slice: fence the former leader, then read what it has committed. */
final class Takeover {
    /** The former leader is fenced meanwhile and no ticks are sent, so after this time another instance has to try. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final SliceLog log;
    private final CommittedLogFollower follower;
    private final Dispatcher.Time time;
    private long stateEnd;
    private long schedulesEnd;
    private long read;
    private long readAtNanos;

    Takeover(SliceLog log, CommittedLogFollower follower, Dispatcher.Time time) {
        this.log = log;
        this.follower = follower;
        this.time = time;
    }

    void begin() {
        // Checked before the fence, as the present leader may have a better clock or a newer version.
        ClockBehind.check(follower.clockBehind(time.clock().instant()));
        MayNotLead.ifUnreadable(follower.unreadable());
        log.takeOver();
        stateEnd = log.stateEnd();
        schedulesEnd = log.schedulesEnd();
        read = follower.readInAll();
        readAtNanos = time.ticker().nanos();
    }

    /** Whether all is read; throws if this instance may not lead with it, or if no record has come for too long. */
    boolean isDone() {
        if (follower.stateRead() < stateEnd) {
            return waits("trigger-state");
        }
        InputPositions applied = follower.applied();
        MayNotLead.ifLost(log.lostInput(applied));
        if (follower.catalogue().isBehind() || follower.isInFirstLoad(schedulesEnd)) {
            return waits("schedules or calendars");
        }
        MayNotLead.ifUnreadable(follower.unreadable());
        MayNotLead.ifUnreadable(follower.catalogue().unreadable());
        if (!follower.outcomesIfNeeded(() -> log.outcomesFrom(applied.outcomes()))) {
            // Ticks need not wait for outcomes; inputs wait until the ends of the topic are known.
            follower.holdOutcomes(applied.outcomes());
        }
        ClockBehind.check(follower.clockBehind(time.clock().instant()));
        return true;
    }

    private boolean waits(String topic) {
        long now = time.ticker().nanos();
        long readNow = follower.readInAll();
        if (readNow > read) {
            read = readNow;
            readAtNanos = now;
        } else if (now - readAtNanos >= PATIENCE.toNanos()) {
            throw new MayNotLead(
                    KitErrorCode.STATE_NOT_READ,
                    "no more of " + topic + " could be read for " + PATIENCE.toSeconds()
                            + " s, though its end is not reached. Look for a partition without a leader or an open"
                            + " transaction: run carillon doctor");
        }
        return false;
    }
}
