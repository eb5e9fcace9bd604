package dev.carillon.trigger.dispatch;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.record.Watermark;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.Inbox;
import dev.carillon.trigger.catalogue.IntakeBatch;
import dev.carillon.trigger.catalogue.StateReader;
import dev.carillon.trigger.catalogue.Step;
import dev.carillon.trigger.leadership.Leadership;
import dev.carillon.trigger.slice.SlicePlan;
import dev.carillon.trigger.slice.SlicePlanner;
import dev.carillon.trigger.slice.SliceSize;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Follows what is committed and, while this instance leads, commits slice after slice. One thread owns it. */
public final class Dispatcher implements LoopBody {
    private static final Duration AT_MOST = Duration.ofMillis(500);
    private static final Duration SHORTEST_REST = Duration.ofMillis(200);
    /** Nothing but somebody's hand can help. */
    private static final Duration HOPELESS_REST = Duration.ofSeconds(10);

    private static final int REST_SPREAD_MS = 800;
    private static final Duration TWO_FENCES = Duration.ofSeconds(10);
    private static final Duration SLICE_TIME = Duration.ofMillis(50);

    private final Catalogue catalogue = new Catalogue();
    private final Parts parts;
    private final StateReader stateReader;
    private final int maxRecords;
    private LeaderState state = LeaderState.STANDBY;
    private @Nullable String term;
    private int records;
    private long stateEnd;
    private long stateRead;
    private final ClockSteps steps;
    /** Monotonic, as a wall clock that is set back would make a rest last. */
    private long restUntilNanos;

    private @Nullable Long lastFailureNanos;
    private @Nullable Instant inputsWaitSince;

    /** What a dispatcher works with. */
    public record Parts(
            Inbox inbox, Leadership leadership, SliceLog log, SlicePlanner planner, LeaderWatch watch, Time time) {}

    /** The clocks it reads and what it draws its pauses from. */
    public record Time(Clock clock, Ticker ticker, Random random) {}

    public Dispatcher(Parts parts, String shard, int maxRecords) {
        this.parts = parts;
        this.maxRecords = maxRecords;
        this.records = maxRecords;
        this.steps = new ClockSteps(parts.time().clock(), parts.time().ticker());
        this.stateReader = new StateReader(shard, parts.watch()::unreadableState);
    }

    @Override
    public void begin() {
        parts.leadership().whenWon(parts.inbox()::knock);
        parts.leadership().enter();
    }

    @Override
    public void runOnce(Instant now) throws InterruptedException {
        takeAll(step(now));
    }

    /** Takes in what the intake has read, or waits so long for it. */
    void takeAll(Duration wait) throws InterruptedException {
        List<IntakeBatch> taken = parts.inbox().take(wait);
        try {
            taken.forEach(this::take);
        } catch (RuntimeException e) {
            throw new TakingInFailed(e);
        }
        parts.inbox().full(catalogue.schedules().isFull(), catalogue.control().isFull());
    }

    private void take(IntakeBatch batch) {
        stateReader.read(batch.state(), catalogue);
        batch.schedules().forEach(catalogue::readSchedule);
        batch.control().forEach(catalogue::readCommand);
        stateRead = Math.max(stateRead, batch.stateRead());
        catalogue.readUpTo(batch.schedulesRead(), batch.controlRead());
        boolean waiting =
                !catalogue.schedules().isEmpty() || !catalogue.control().isEmpty();
        if (!waiting) {
            inputsWaitSince = null;
        } else if (inputsWaitSince == null) {
            inputsWaitSince = parts.time().clock().instant();
        }
    }

    /** Does what can be done now, and returns how long nothing more can be unless something comes in. */
    Duration step(Instant now) throws InterruptedException {
        try {
            steps.check(state == LeaderState.LEADING);
            return switch (state) {
                case STANDBY -> standBy();
                case TAKING_OVER -> takeOver(now);
                case LEADING -> lead(now);
                case RESTING -> rest();
            };
        } catch (RuntimeException e) {
            stepDown(now, e);
            return Duration.ZERO;
        }
    }

    private Duration standBy() {
        String won = parts.leadership().term();
        if (won == null) {
            return AT_MOST;
        }
        term = won;
        MayNotLead.ifUnreadable(stateReader.unreadable());
        parts.log().takeOver();
        stateEnd = parts.log().stateEnd();
        become(LeaderState.TAKING_OVER);
        return Duration.ZERO;
    }

    private Duration takeOver(Instant now) {
        if (stateRead < stateEnd) {
            return AT_MOST;
        }
        Watermark newest = catalogue.watermark();
        MayNotLead.ifLost(newest == null ? Optional.empty() : parts.log().lostInput(newest.positions()));
        if (catalogue.isBehind()) {
            return AT_MOST;
        }
        MayNotLead.ifUnreadable(stateReader.unreadable());
        MayNotLead.ifUnreadable(catalogue.misread());
        become(LeaderState.LEADING);
        parts.watch().elected(now, catalogue.watermark());
        return Duration.ZERO;
    }

    private Duration lead(Instant now) {
        String newest = parts.leadership().term();
        if (newest != null && !newest.equals(term)) {
            become(LeaderState.STANDBY); // Another node of ours has won: everything of a takeover is done again.
            return Duration.ZERO;
        }
        SliceSize size = new SliceSize(records, SLICE_TIME, parts.time().ticker());
        long begun = parts.time().ticker().nanos();
        Optional<SlicePlan> planned = parts.planner().plan(catalogue, now, inputsWaitSince, size);
        if (planned.isEmpty()) {
            return untilDue(now);
        }
        SlicePlan plan = planned.get();
        long offset = parts.log().commit(plan);
        catalogue.apply(new Step(offset, plan.watermark(), plan.markers()));
        noteInputs(plan);
        records = Math.min(maxRecords, records * 2);
        parts.watch()
                .committed(plan, now, Duration.ofNanos(parts.time().ticker().nanos() - begun));
        return Duration.ZERO;
    }

    private void noteInputs(SlicePlan plan) {
        if (catalogue.schedules().isEmpty() && catalogue.control().isEmpty()) {
            inputsWaitSince = null;
        } else if (!plan.slice().from().equals(plan.slice().to())) {
            inputsWaitSince = parts.time().clock().instant();
        }
    }

    private Duration untilDue(Instant now) {
        return catalogue
                .agenda()
                .firstDue()
                .map(due -> Duration.between(now, due))
                .filter(wait -> wait.compareTo(AT_MOST) < 0)
                .orElse(AT_MOST);
    }

    private Duration rest() {
        long left = restUntilNanos - parts.time().ticker().nanos();
        if (left > 0) {
            return Duration.ofNanos(left);
        }
        parts.leadership().enter();
        become(LeaderState.STANDBY);
        return Duration.ZERO;
    }

    private void stepDown(Instant now, RuntimeException why) {
        long nanos = parts.time().ticker().nanos();
        boolean again = lastFailureNanos != null && nanos - lastFailureNanos < TWO_FENCES.toNanos();
        lastFailureNanos = nanos;
        // Whatever it was, the same again could fail the same way.
        records = Math.max(1, records / 2);
        parts.watch().lost(now, why);
        parts.log().letGo();
        if (again) {
            parts.leadership().giveUpWithSession();
        } else {
            parts.leadership().giveUp();
        }
        term = null;
        Duration least = why instanceof MayNotLead ? HOPELESS_REST : SHORTEST_REST;
        Duration rest = least.plusMillis(parts.time().random().nextInt(REST_SPREAD_MS));
        restUntilNanos = nanos + rest.toNanos();
        become(LeaderState.RESTING);
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
        parts.leadership().close();
    }

    Catalogue catalogue() {
        return catalogue;
    }

    LeaderState state() {
        return state;
    }
}
