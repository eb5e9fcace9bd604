package dev.carillon.trigger.dispatch;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.time.Ticker;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.dispatch.clock.ClockSteps;
import dev.carillon.trigger.dispatch.failure.ClockBehind;
import dev.carillon.trigger.intake.Inbox;
import dev.carillon.trigger.intake.StateReader;
import dev.carillon.trigger.leadership.Leadership;
import dev.carillon.trigger.slice.SlicePlanner;
import dev.carillon.trigger.slice.build.SlicePlan;
import dev.carillon.trigger.slice.build.SliceSize;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Follows the committed slices and, while this instance leads, commits one after the other. One thread owns it. */
public final class Dispatcher implements LoopBody {
    private static final Duration AT_MOST = Duration.ofMillis(500);
    /** How often a stopping leader checks for a calm moment. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    private final Parts parts;
    private final CommittedLogFollower follower;
    private LeaderState state = LeaderState.STANDBY;
    private @Nullable String term;
    private final SliceLimit limit;
    private final Takeover takeover;
    private final FirstReading firstReading;
    private final ClockSteps steps;
    /** Monotonic, as a wall clock that is set back would prolong the rest. */
    private long restUntilNanos;

    private final RivalryGuard rivalry;
    private final HandOver handOver;

    /** The parts that a dispatcher works with. */
    public record Parts(
            Inbox inbox, Leadership leadership, SliceLog log, SlicePlanner planner, LeaderWatch watch, Time time) {}

    /** The clocks, and the random numbers for pauses. */
    public record Time(Clock clock, Ticker ticker, Random random) {}

    public Dispatcher(Parts parts, String shard, int maxRecords) {
        this.parts = parts;
        Time time = parts.time();
        this.limit = new SliceLimit(maxRecords, time.ticker());
        this.steps = new ClockSteps(time.clock(), time.ticker());
        this.rivalry = new RivalryGuard(parts.planner().longestBetweenSlices());
        this.handOver = new HandOver(time.ticker());
        StateReader reader = new StateReader(shard, parts.watch()::unreadableState);
        this.follower = new CommittedLogFollower(parts.inbox(), reader, rivalry, time.clock(), time.ticker());
        this.firstReading = new FirstReading(parts, follower);
        this.takeover = new Takeover(parts.log(), follower, time);
        parts.watch().follows(catalogue().counts());
    }

    @Override
    public void begin() {
        // The watch outlives its dispatchers, and still has the state of the last one.
        become(LeaderState.READING);
        parts.leadership().whenWon(parts.inbox()::wake);
        queueWhenRead();
    }

    @Override
    public void runOnce(Instant now) throws InterruptedException {
        takeAll(step(now));
    }

    /** Takes in what the intake has read, and waits up to the given time for it. */
    void takeAll(Duration wait) throws InterruptedException {
        if (follower.takeAll(wait) && state != LeaderState.LEADING) {
            parts.watch().clockBehind(follower.clockBehind(parts.time().clock().instant()));
        }
    }

    /** Does what can be done now, and returns how long to wait for input before the next step. */
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
            follower.noOutcomes();
            become(LeaderState.STANDBY); // Another node of this instance has won: the whole takeover is done again.
            return Duration.ZERO;
        }
        ClockBehind.check(follower.clockBehind(now));
        parts.watch().inputsWait(follower.inputsWaitSince());
        boolean applies = follower.outcomesIfNeeded(() -> parts.log().outcomesFrom(follower.heldOutcomes()));
        SliceSize size = limit.next();
        long begun = parts.time().ticker().nanos();
        Instant ahead = now.plus(parts.log().headStart());
        Optional<SlicePlan> planned = parts.planner()
                .plan(catalogue(), now, applies ? follower.inputsWaitSince() : null, size)
                .or(() -> parts.planner().ahead(catalogue(), ahead, size));
        if (planned.isEmpty()) {
            return handOver.isAsked() ? leaveIfCalm(now) : follower.untilDue(ahead, AT_MOST);
        }
        SlicePlan plan = planned.get();
        rivalry.committing(plan.watermark());
        limit.trying(plan);
        long offset = parts.log().commit(plan);
        follower.committed(plan, offset);
        limit.committed();
        parts.watch()
                .committed(plan, now, Duration.ofNanos(parts.time().ticker().nanos() - begun));
        return Duration.ZERO;
    }

    private Duration leaveIfCalm(Instant now) {
        if (parts.leadership().hasSuccessor()
                && !HandOver.isCalm(now, catalogue().dueIndex().firstDue())) {
            return LOOK_AGAIN;
        }
        leave(now);
        return Duration.ZERO;
    }

    /** Closes the producer first, so that the next leader need not wait for a transaction of this one. */
    private void leave(Instant now) {
        boolean led = state == LeaderState.LEADING;
        parts.log().letGo();
        follower.noOutcomes();
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
        follower.noOutcomes();
        if (rivalry.endedTwiceSoon()) {
            parts.leadership().giveUpWithSession();
        } else {
            parts.leadership().giveUp();
        }
        term = null;
        restUntilNanos = nanos + RestAfterLoss.after(why, parts.time().random()).toNanos();
        become(LeaderState.RESTING);
    }

    /** Stops leading at a calm moment, and returns when that is done or the time is over. Any thread may call this. */
    public void handOver(Duration within) throws InterruptedException {
        askToLeave(within);
        handOver.await(within);
    }

    void askToLeave(Duration within) {
        handOver.ask(within);
        parts.inbox().wake();
    }

    private void become(LeaderState next) {
        state = next;
        parts.watch().became(next);
    }

    @Override
    public void wakeUp() {
        parts.inbox().wake();
    }

    @Override
    public void end() {
        parts.log().letGo();
        become(LeaderState.LEFT);
        parts.leadership().close();
    }

    Catalogue catalogue() {
        return follower.catalogue();
    }

    LeaderState state() {
        return state;
    }
}
