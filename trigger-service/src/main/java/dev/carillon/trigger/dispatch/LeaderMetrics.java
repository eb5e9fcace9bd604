package dev.carillon.trigger.dispatch;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.trigger.GapCursor;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.trigger.catalogue.ScheduleCounts;
import dev.carillon.trigger.catalogue.ScheduleStatus;
import dev.carillon.trigger.dispatch.failure.SliceFailed;
import dev.carillon.trigger.meter.TriggerMeters;
import dev.carillon.trigger.slice.build.SliceOutput;
import dev.carillon.trigger.slice.build.SlicePlan;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts and logs what a leader does. */
public final class LeaderMetrics implements LeaderWatch {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderMetrics.class);

    private final Map<SkipReason, Counter> skipped = new EnumMap<>(SkipReason.class);
    private final Counter elections;
    private final Counter ended;
    private final Counter fenced;
    private final Counter dispatched;
    private final Counter backfilled;
    private final Counter unreadable;
    private final Counter unreadableSettings;
    private final Timer sliceTime;
    private final Timer lateness;
    private final Clock clock;
    private final LeaderStanding standing;
    private volatile ScheduleCounts counts = new ScheduleCounts();
    private volatile @Nullable Duration loaded;
    private volatile @Nullable Instant reached;
    private volatile @Nullable Instant inputsWait;
    private volatile boolean warnedStoodBack;

    /** Registers the meters of a trigger: once, though it may be started several times. */
    public LeaderMetrics(MeterRegistry meters, Clock clock, LeaderStanding standing) {
        this.clock = clock;
        this.standing = standing;
        this.elections = TriggerMeters.ELECTIONS.counter(meters);
        this.ended = TriggerMeters.TERMS_ENDED.counter(meters);
        this.fenced = TriggerMeters.FENCED.counter(meters);
        this.dispatched = TriggerMeters.DISPATCHED.counter(meters);
        this.backfilled = TriggerMeters.BACKFILLED.counter(meters);
        this.unreadable = TriggerMeters.STATE_UNREADABLE.counter(meters);
        this.unreadableSettings = TriggerMeters.SETTINGS_UNREADABLE.counter(meters);
        this.sliceTime = TriggerMeters.SLICE_TIME.timer(meters);
        this.lateness = TriggerMeters.LATENESS.timer(meters);
        for (SkipReason reason : SkipReason.values()) {
            skipped.put(reason, TriggerMeters.SKIPPED.counter(meters, spelled(reason)));
        }
        TriggerMeters.LEADER.gauge(meters, () -> standing.isLeading() ? 1 : 0);
        TriggerMeters.CLOCK_BEHIND.gauge(meters, () -> standing.clockIsBehind().toMillis() / 1000.0);
        TriggerMeters.WATERMARK_LAG.gauge(meters, () -> secondsSince(reached));
        TriggerMeters.INPUTS_WAITING.gauge(meters, () -> secondsSince(inputsWait));
        for (ScheduleStatus each : ScheduleStatus.values()) {
            TriggerMeters.SCHEDULES.gauge(
                    meters, () -> counts.of(each), each.name().toLowerCase(Locale.ROOT));
        }
        TriggerMeters.RULES.gauge(meters, () -> counts.rules());
        TriggerMeters.LOAD_TIME.gauge(meters, () -> {
            Duration took = loaded;
            return took == null ? 0 : took.toMillis() / 1000.0;
        });
    }

    @Override
    public void follows(ScheduleCounts next) {
        counts = next;
        loaded = null;
        Instant started = clock.instant();
        next.whenComplete(() -> loaded = Duration.between(started, clock.instant()));
    }

    /** How many schedules are known, with any status. */
    public int known() {
        int known = 0;
        for (ScheduleStatus each : ScheduleStatus.values()) {
            known += counts.of(each);
        }
        return known;
    }

    private static String spelled(SkipReason reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }

    /** 0 unless this instance leads. */
    private double secondsSince(@Nullable Instant then) {
        return !standing.isLeading() || then == null
                ? 0
                : Duration.between(then, clock.instant()).toMillis() / 1000.0;
    }

    @Override
    public void elected(Instant now, @Nullable Watermark from) {
        elections.increment();
        reached = from == null ? null : from.reached().due();
        warnedStoodBack = false;
        LOG.info(
                "Leading from now on; ticks are decided up to {}",
                from == null
                        ? "now, as this is the first leader ever"
                        : from.reached().due());
    }

    @Override
    public void inputsWait(@Nullable Instant since) {
        inputsWait = since;
    }

    @Override
    public void committed(SlicePlan plan, Instant begun, Duration took) {
        reached = plan.watermark().reached().due();
        sliceTime.record(took);
        backfilled.increment(made(plan, Origin.BACKFILL));
        dispatched.increment(made(plan, Origin.TICK));
        for (SliceOutput output : plan.outputs()) {
            SkippedRange range =
                    output instanceof SliceOutput.Skip skip ? skip.result().skipped() : null;
            if (range != null) {
                Counter counter = skipped.get(range.reason());
                if (counter != null) {
                    counter.increment((double) range.count());
                }
            }
        }
        GapCursor gap = plan.slice().gap();
        Instant due = plan.due();
        if (due != null && gap == null) {
            Duration late = Duration.between(due, begun.plus(took));
            lateness.record(late.isNegative() ? Duration.ZERO : late);
        }
    }

    /** The tasks of one origin: a run by command is a task too, and counts neither as a tick nor as backfilled. */
    private static double made(SlicePlan plan, Origin origin) {
        return plan.outputs().stream()
                .filter(output -> output instanceof SliceOutput.Dispatch dispatch
                        && dispatch.task().origin() == origin)
                .count();
    }

    @Override
    public void lost(Instant now, RuntimeException why) {
        ended.increment();
        fenced.increment(why instanceof SliceFailed failed && failed.isRejected() ? 1 : 0);
        if (why instanceof CodedException coded) {
            LOG.error("{}", coded.oneLine());
            return;
        }
        Throwable cause = why.getCause() == null ? why : why.getCause();
        LOG.warn("The term of this instance ended, and it queues again: {} ({})", why.getMessage(), cause.toString());
    }

    /** Counts a setting that a newer version or a foreign program wrote. */
    public void unreadableSetting(ContractException why) {
        unreadableSettings.increment();
        LOG.warn(
                "Can't read a record of topic settings, so the setting before it stays in force: {} ({})",
                why.getMessage(),
                why.code());
    }

    @Override
    public void handedOver(Instant now) {
        LOG.info("No longer leading: this instance is stopping, and the next in line may lead");
    }

    @Override
    public void stoodBack() {
        if (!warnedStoodBack) {
            LOG.warn("This instance was elected and fenced twice, and another one commits slices: it stands by while"
                    + " that one does. Check that all triggers of this namespace name the same ZooKeeper");
        }
        warnedStoodBack = true;
    }

    @Override
    public void unreadableState(String what) {
        unreadable.increment();
        LOG.warn("Can't read a record of topic trigger-state, which a newer version may have written: {}", what);
    }
}
