package dev.carillon.trigger.slice;

import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.GapCursor;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.DueTick;
import dev.carillon.trigger.slice.backfill.BackfillSlice;
import dev.carillon.trigger.slice.build.SlicePlan;
import dev.carillon.trigger.slice.build.SlicePlanBuilder;
import dev.carillon.trigger.slice.build.SliceRules;
import dev.carillon.trigger.slice.build.SliceSize;
import dev.carillon.trigger.slice.gap.GapPace;
import dev.carillon.trigger.slice.gap.GapReckoning;
import dev.carillon.trigger.slice.gap.GapSlice;
import dev.carillon.trigger.slice.gap.ParkedSchedules;
import dev.carillon.trigger.slice.input.InputSlice;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Decides what the next slice does. It changes nothing: a plan counts once it is committed. */
public final class SlicePlanner {
    private static final Duration DELETED_KEPT = Duration.ofDays(7);
    private static final int FORGOTTEN_AT_ONCE = 100;
    /** How long planning and committing a slice may take. */
    private static final Duration COMMIT_TIME = Duration.ofSeconds(2);

    private final SliceRules rules;
    private final Supplier<Predicate<String>> queues;
    private final InputSlice inputs;
    private final GapReckoning reckoning = new GapReckoning();
    private final GapPace pace;

    /**
     * A planner that follows the rules.
     *
     * @param queues asked at the beginning of each slice for a test whether a queue exists
     */
    public SlicePlanner(SliceRules rules, Supplier<Predicate<String>> queues) {
        this.rules = rules;
        this.queues = queues;
        this.inputs = new InputSlice();
        this.pace = new GapPace(rules.grace());
    }

    /** Without a slice for this long, no leader is active. */
    public Duration longestBetweenSlices() {
        return rules.idleWatermark().plus(COMMIT_TIME);
    }

    /** The watermark of a cluster that never had one: it has no ticks up to now. */
    public Watermark first(Instant now) {
        return new Watermark(rules.shard(), DecidedUpTo.allOf(wholeSecond(now)), InputPositions.START, null, Map.of());
    }

    /**
     * The next slice, or empty if there is nothing to do yet.
     *
     * @param inputsWaitSince since when inputs have been waiting for their turn, or null if none are
     */
    public Optional<SlicePlan> plan(
            Catalogue catalogue, Instant now, @Nullable Instant inputsWaitSince, SliceSize size) {
        Watermark watermark = catalogue.watermark();
        if (watermark == null) {
            SlicePlanBuilder beginning = newSlice(catalogue, first(now), size, now);
            beginning.decidesUpTo(wholeSecond(now));
            return Optional.of(beginning.done(DecidedUpTo.allOf(wholeSecond(now))));
        }
        SlicePlanBuilder slice = newSlice(catalogue, watermark, size, now);
        if (ParkedSchedules.park(catalogue, slice)) {
            return Optional.of(slice.done(watermark.reached(), slice.positions(), watermark.gap()));
        }
        DecidedUpTo reached = watermark.reached();
        boolean starving = inputsWaitSince != null
                && !inputsWaitSince.plus(rules.inputsAtLeast()).isAfter(now);
        if (watermark.gap() != null || pace.isGap(reached, now)) {
            return Optional.of(gap(catalogue, watermark, slice, starving));
        }
        reckoning.clear();
        Instant second = wholeSecond(now);
        Optional<Instant> due = catalogue.dueIndex().firstDue().filter(instant -> !instant.isAfter(second));
        if (due.isPresent() && !starving) {
            return Optional.of(ticks(catalogue, due.get(), slice));
        }
        if (inputsWaitSince != null || catalogue.outcomeInterest().hasExpired(reached.due())) {
            boolean upToDate = due.isPresent() || !reached.due().isBefore(second);
            if (!upToDate) {
                return Optional.of(slice.done(DecidedUpTo.allOf(second)));
            }
            // A command may have to wait for its definition; then nothing was applied.
            Optional<SlicePlan> applied =
                    Optional.of(inputs.plan(catalogue, slice, due.isEmpty())).filter(plan -> plan.inputs() > 0);
            if (applied.isPresent()) {
                return applied;
            }
        }
        if (due.isPresent()) {
            // Nothing was applied, so the slice is still empty. An idle slice here would jump over these ticks.
            return Optional.of(ticks(catalogue, due.get(), slice));
        }
        if (!catalogue.outcomeInterest().backfills().isEmpty()) {
            BackfillSlice.goOn(catalogue.outcomeInterest().backfills().ready(), slice);
            return Optional.of(slice.done(reached));
        }
        boolean idleLong = !reached.due().plus(rules.idleWatermark()).isAfter(second);
        return idleLong ? Optional.of(idle(catalogue, slice, second)) : Optional.empty();
    }

    /**
     * When there is nothing to do yet: the ticks of the next instant, if that comes no later than this. They are
     * decided as they would be at that instant, by what is applied now.
     */
    public Optional<SlicePlan> ahead(Catalogue catalogue, Instant latest, SliceSize size) {
        return catalogue
                .dueIndex()
                .firstDue()
                .filter(due -> !due.isAfter(latest))
                .flatMap(due -> plan(catalogue, due, null, size));
    }

    private static SlicePlan idle(Catalogue catalogue, SlicePlanBuilder slice, Instant second) {
        forgetDeleted(catalogue, slice);
        return slice.done(DecidedUpTo.allOf(second));
    }

    /** Deletes markers after a week: no instance still replays the time in which the schedule existed. */
    private static void forgetDeleted(Catalogue catalogue, SlicePlanBuilder slice) {
        catalogue
                .deletedBefore(slice.now().minus(DELETED_KEPT), FORGOTTEN_AT_ONCE)
                .forEach(slice::forget);
    }

    private SlicePlanBuilder newSlice(Catalogue catalogue, Watermark watermark, SliceSize size, Instant now) {
        return new SlicePlanBuilder(catalogue, watermark, rules, queues.get(), size, now);
    }

    private static SlicePlan ticks(Catalogue catalogue, Instant due, SlicePlanBuilder slice) {
        Iterator<DueTick> dues = catalogue.dueIndex().dueFirst();
        String last = null;
        while (dues.hasNext()) {
            DueTick next = dues.next();
            // What a schedule has due at one instant stays together: the watermark can't name a part of it.
            if (slice.size().isFull() && last != null && !next.taskId().equals(last)) {
                return slice.done(new DecidedUpTo(due, last));
            }
            last = next.taskId();
            ScheduleState state = slice.state(last);
            Schedule schedule = state == null ? null : state.schedule();
            if (state != null && schedule != null && state.isAfterFloor(due)) {
                slice.tick(state, schedule, next.nominal(), due);
            }
            slice.size().decided();
        }
        forgetDeleted(catalogue, slice);
        return slice.done(DecidedUpTo.allOf(due));
    }

    private SlicePlan gap(Catalogue catalogue, Watermark watermark, SlicePlanBuilder slice, boolean starving) {
        GapCursor cursor = watermark.gap();
        if (cursor == null && starving && pace.hasEnded(watermark.reached())) {
            // Within a gap no input is applied, so between two gaps in a row is their only turn.
            SlicePlan applied = inputs.plan(catalogue, slice, false);
            if (applied.inputs() > 0) {
                return applied;
            }
        }
        GapCursor from =
                cursor != null ? cursor : new GapCursor(wholeSecond(slice.now().minus(rules.grace())), null, null);
        pace.decides(watermark.reached().due(), from.until(), slice.now());
        return new GapSlice(watermark, from, slice, reckoning).plan(catalogue);
    }

    private static Instant wholeSecond(Instant instant) {
        return Instant.ofEpochSecond(instant.getEpochSecond());
    }
}
