package dev.carillon.trigger.dispatch;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.time.Ticker;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.Inbox;
import dev.carillon.trigger.catalogue.StateReader;
import dev.carillon.trigger.leadership.Leadership;
import dev.carillon.trigger.slice.SlicePlan;
import dev.carillon.trigger.slice.SlicePlanner;
import dev.carillon.trigger.slice.SliceSize;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Follows what is committed and, while this instance leads, commits slice after slice. One thread owns it. */
public final class Dispatcher implements LoopBody {
    private static final Duration AT_MOST = Duration.ofMillis(500);
    /** How often a stopping leader looks for a good moment. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    private final Parts parts;
    private final Following following;
    private LeaderState state = LeaderState.STANDBY;
    private @Nullable String term;
    private final SliceLimit limit;
    private final Takeover takeover;
    private final FirstReading firstReading;
    private final ClockSteps steps;
    /** Monotonic, as a wall clock that is set back would make a rest last. */
    private long restUntilNanos;

    private final Rivalry rivalry;
    private final HandOver handOver;

    /** What a dispatcher works with. */
    public record Parts(
            Inbox inbox, Leadership leadership, SliceLog log, SlicePlanner planner, LeaderWatch watch, Time time) {}

    /** The clocks it reads and what it draws its pauses from. */
    public record Time(Clock clock, Ticker ticker, Random random) {}

    public Dispatcher(Parts parts, String shard, int maxRecords) {
        this.parts = parts;
        Time time = parts.time();
        this.limit = new SliceLimit(maxRecords, time.ticker());
        this.steps = new ClockSteps(time.clock(), time.ticker());
        this.rivalry = new Rivalry(parts.planner().silence());
        this.handOver = new HandOver(time.ticker());
        StateReader reader = new StateReader(shard, parts.watch()::unreadableState);
        this.following = new Following(parts.inbox(), reader, rivalry, time.clock(), time.ticker());
        this.firstReading = new FirstReading(parts, following);
        this.takeover = new Takeover(parts.log(), following, time);
        parts.watch().follows(catalogue().counts());
    }

    @Override
    public void begin() {
        // The watch outlives its dispatchers: whatever the last one left.
        become(LeaderState.READING);
        parts.leadership().whenWon(parts.inbox()::knock);
        queueWhenRead();
    }

    @Override
    public void runOnce(Instant now) throws InterruptedException {
        takeAll(step(now));
    }

    /** Takes in what the intake has read, or waits so long for it. */
    void takeAll(Duration wait) throws InterruptedException {
        if (following.takeAll(wait) && state != LeaderState.LEADING) {
            parts.watch().clockBehind(following.clockBehind(parts.time().clock().instant()));
        }
    }

    /** Does what can be done now, and returns how long nothing more can be unless something comes in. */
    Duration step(Instant now) throws InterruptedException {
        try {
            steps.check(state == LeaderState.LEADING);
            boolean mayStay = state == LeaderState.LEADING ? !handOver.isUrgent() : state == LeaderState.LEFT;
            if (handOver.isAsked() && !mayStay) {
                leave(now);
            }
            return switch (state) {
                case READING -> queueWhenRead();
                case STANDBY -> standBy();
                case TAKING_OVER -> takeOver(now);
                case LEADING -> lead(now);
                case RESTING -> rest();
                case LEFT -> AT_MOST;
            };
        } catch (RuntimeException e) {
            stepDown(now, e);
            return Duration.ZERO;
        }
    }

    private Duration queueWhenRead() {
        if (!firstReading.isDone()) {
            return AT_MOST;
        }
        parts.leadership().enter();
        become(LeaderState.STANDBY);
        return Duration.ZERO;
    }

    private Duration standBy() {
        String won = parts.leadership().term();
        if (won == null) {
            return AT_MOST;
        }
        if (rivalry.othersLead(parts.time().ticker().nanos())) {
            parts.watch().stoodBack();
            return AT_MOST;
        }
        term = won;
        takeover.begin();
        become(LeaderState.TAKING_OVER);
        return Duration.ZERO;
    }

    private Duration takeOver(Instant now) {
        if (!takeover.isDone()) {
            return AT_MOST;
        }
        become(LeaderState.LEADING);
        parts.watch().elected(now, catalogue().watermark());
        return Duration.ZERO;
    }

    private Duration lead(Instant now) {
        String newest = parts.leadership().term();
        if (newest != null && !newest.equals(term)) {
            following.noOutcomes();
            become(LeaderState.STANDBY); // Another node of ours has won: everything of a takeover is done again.
            return Duration.ZERO;
        }
        ClockBehind.check(following.clockBehind(now));
        parts.watch().inputsWait(following.inputsWaitSince());
        boolean applies = following.outcomesIfNeeded(() -> parts.log().outcomesFrom(following.heldOutcomes()));
        SliceSize size = limit.next();
        long begun = parts.time().ticker().nanos();
        Instant ahead = now.plus(parts.log().headStart());
        Optional<SlicePlan> planned = parts.planner()
                .plan(catalogue(), now, applies ? following.inputsWaitSince() : null, size)
                .or(() -> parts.planner().ahead(catalogue(), ahead, size));
        if (planned.isEmpty()) {
            return handOver.isAsked() ? leaveIfCalm(now) : following.untilDue(ahead, AT_MOST);
        }
        SlicePlan plan = planned.get();
        rivalry.committing(plan.watermark());
        limit.trying(plan);
        long offset = parts.log().commit(plan);
        following.committed(plan, offset);
        limit.committed();
        parts.watch()
                .committed(plan, now, Duration.ofNanos(parts.time().ticker().nanos() - begun));
        return Duration.ZERO;
    }

    private Duration leaveIfCalm(Instant now) {
        if (parts.leadership().hasSuccessor()
                && !HandOver.isCalm(now, catalogue().agenda().firstDue())) {
            return LOOK_AGAIN;
        }
        leave(now);
        return Duration.ZERO;
    }

    /** The producer first: whoever wins finds no transaction that it would have to wait for. */
    private void leave(Instant now) {
        boolean led = state == LeaderState.LEADING;
        parts.log().letGo();
        following.noOutcomes();
        parts.leadership().giveUp();
        term = null;
        become(LeaderState.LEFT);
        if (led) {
            parts.watch().handedOver(now);
        }
        handOver.grant();
    }

    private Duration rest() {
        long left = restUntilNanos - parts.time().ticker().nanos();
        return left > 0 ? Duration.ofNanos(left) : queueWhenRead();
    }

    private void stepDown(Instant now, RuntimeException why) {
        long nanos = parts.time().ticker().nanos();
        rivalry.termEnded(why, nanos);
        limit.failed();
        parts.watch().lost(now, why);
        parts.log().letGo();
        following.noOutcomes();
        if (rivalry.endedTwiceSoon()) {
            parts.leadership().giveUpWithSession();
        } else {
            parts.leadership().giveUp();
        }
        term = null;
        restUntilNanos = nanos + Rest.after(why, parts.time().random()).toNanos();
        become(LeaderState.RESTING);
    }

    /** Leads no more from a good moment on, and returns when that has come or the time is over. Any thread may call this. */
    public void handOver(Duration within) throws InterruptedException {
        askToLeave(within);
        handOver.await(within);
    }

    void askToLeave(Duration within) {
        handOver.ask(within);
        parts.inbox().knock();
    }

    private void become(LeaderState next) {
        state = next;
        parts.watch().became(next);
    }

    @Override
    public void wakeUp() {
        parts.inbox().knock();
    }

    @Override
    public void end() {
        parts.log().letGo();
        become(LeaderState.LEFT);
        parts.leadership().close();
    }

    Catalogue catalogue() {
        return following.catalogue();
    }

    LeaderState state() {
        return state;
    }
}
