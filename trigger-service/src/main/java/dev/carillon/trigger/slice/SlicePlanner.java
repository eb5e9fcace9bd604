package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.GapCursor;
import dev.carillon.schemas.record.Positions;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.Watermark;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.Due;
import dev.carillon.trigger.catalogue.Standing;
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
    /** What the slice itself may take on a slow day. */
    private static final Duration COMMIT_TIME = Duration.ofSeconds(2);

    private final SliceRules rules;
    private final Supplier<Predicate<String>> queues;
    private final InputSlice inputs;
    private final GapReckoning reckoning = new GapReckoning();
    private final GapPace pace;

    /**
     * A planner that keeps to the rules.
     *
     * @param queues asked at the beginning of each slice for what tells whether a queue exists
     */
    public SlicePlanner(SliceRules rules, Supplier<Predicate<String>> queues) {
        this.rules = rules;
        this.queues = queues;
        this.inputs = new InputSlice();
        this.pace = new GapPace(rules.grace());
    }

    /** After so long without a slice nobody leads, and be it that nothing was due. */
    public Duration silence() {
        return rules.idleWatermark().plus(COMMIT_TIME);
    }

    /** The watermark of a cluster that never had one: everything up to now is nobody's. */
    public Watermark first(Instant now) {
        return new Watermark(rules.shard(), Reached.allOf(wholeSecond(now)), Positions.START, null, Map.of());
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
            Draft beginning = draft(catalogue, first(now), size, now);
            beginning.decidesUpTo(wholeSecond(now));
            return Optional.of(beginning.done(Reached.allOf(wholeSecond(now))));
        }
        Draft draft = draft(catalogue, watermark, size, now);
        if (ParkedSchedules.park(catalogue, draft)) {
            return Optional.of(draft.done(watermark.reached(), draft.positions(), watermark.gap()));
        }
        Reached reached = watermark.reached();
        boolean starving = inputsWaitSince != null
                && !inputsWaitSince.plus(rules.inputsAtLeast()).isAfter(now);
        if (watermark.gap() != null || pace.isGap(reached, now)) {
            return Optional.of(gap(catalogue, watermark, draft, starving));
        }
        reckoning.clear();
        Instant second = wholeSecond(now);
        Optional<Instant> due = catalogue.agenda().firstDue().filter(instant -> !instant.isAfter(second));
        if (due.isPresent() && !starving) {
            return Optional.of(ticks(catalogue, due.get(), draft));
        }
        if (inputsWaitSince != null || catalogue.awaited().isOver(reached.due())) {
            boolean upToDate = due.isPresent() || !reached.due().isBefore(second);
            if (!upToDate) {
                return Optional.of(draft.done(Reached.allOf(second)));
            }
            // A command may have to wait for its definition: then nothing has moved.
            Optional<SlicePlan> applied =
                    Optional.of(inputs.plan(catalogue, draft, due.isEmpty())).filter(plan -> plan.inputs() > 0);
            if (applied.isPresent()) {
                return applied;
            }
        }
        if (due.isPresent()) {
            // Nothing was applied, so the draft is still clean. An idle slice here would jump over these ticks.
            return Optional.of(ticks(catalogue, due.get(), draft));
        }
        if (!catalogue.awaited().backfills().isEmpty()) {
            BackfillSlice.goOn(catalogue.awaited().backfills().ready(), draft);
            return Optional.of(draft.done(reached));
        }
        boolean idleLong = !reached.due().plus(rules.idleWatermark()).isAfter(second);
        return idleLong ? Optional.of(idle(catalogue, draft, second)) : Optional.empty();
    }

    /**
     * When there is nothing to do yet: the ticks of the next instant, if that comes no later than this. They are decided as
     * they would be at that instant, by what is applied now.
     */
    public Optional<SlicePlan> ahead(Catalogue catalogue, Instant latest, SliceSize size) {
        return catalogue
                .agenda()
                .firstDue()
                .filter(due -> !due.isAfter(latest))
                .flatMap(due -> plan(catalogue, due, null, size));
    }

    private static SlicePlan idle(Catalogue catalogue, Draft draft, Instant second) {
        forgetDeleted(catalogue, draft);
        return draft.done(Reached.allOf(second));
    }

    /** After a week nobody can be replaying the time in which a deleted schedule lived. */
    private static void forgetDeleted(Catalogue catalogue, Draft draft) {
        catalogue
                .deletedBefore(draft.now.minus(DELETED_KEPT), FORGOTTEN_AT_ONCE)
                .forEach(draft::forget);
    }

    private Draft draft(Catalogue catalogue, Watermark watermark, SliceSize size, Instant now) {
        return new Draft(catalogue, watermark, rules, queues.get(), size, now);
    }

    private static SlicePlan ticks(Catalogue catalogue, Instant due, Draft draft) {
        Iterator<Due> dues = catalogue.agenda().dueFirst();
        String last = null;
        while (dues.hasNext()) {
            Due next = dues.next();
            // What a schedule has due at one instant stays together: the watermark can't name a part of it.
            if (draft.size.isFull() && last != null && !next.taskId().equals(last)) {
                return draft.done(new Reached(due, last));
            }
            last = next.taskId();
            Standing standing = draft.standing(last);
            Schedule schedule = standing == null ? null : standing.schedule();
            if (standing != null && schedule != null && standing.owes(due)) {
                draft.tick(standing, schedule, next.nominal(), due);
            }
            draft.size.decided();
        }
        forgetDeleted(catalogue, draft);
        return draft.done(Reached.allOf(due));
    }

    private SlicePlan gap(Catalogue catalogue, Watermark watermark, Draft draft, boolean starving) {
        GapCursor cursor = watermark.gap();
        if (cursor == null && starving && pace.hasEnded(watermark.reached())) {
            // Within a gap no input is applied. Between two that follow each other is their only turn.
            SlicePlan applied = inputs.plan(catalogue, draft, false);
            if (applied.inputs() > 0) {
                return applied;
            }
        }
        GapCursor from =
                cursor != null ? cursor : new GapCursor(wholeSecond(draft.now.minus(rules.grace())), null, null);
        pace.decides(watermark.reached().due(), from.until(), draft.now);
        return new GapSlice(watermark, from, draft, reckoning).plan(catalogue);
    }

    private static Instant wholeSecond(Instant instant) {
        return Instant.ofEpochSecond(instant.getEpochSecond());
    }
}
