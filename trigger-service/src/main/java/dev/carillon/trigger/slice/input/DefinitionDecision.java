package dev.carillon.trigger.slice.input;

import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.schedule.MissedRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.ScheduleOverrides;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.timing.cron.Jitter;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.timing.state.ScheduleStateBuilder;
import dev.carillon.timing.state.TickProgress;
import dev.carillon.trigger.definition.DefinitionRecord;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.slice.backfill.BackfillDecision;
import dev.carillon.trigger.slice.build.SlicePlanBuilder;
import dev.carillon.trigger.slice.build.StateCarryOver;
import dev.carillon.trigger.slice.build.TickDecision;
import dev.carillon.trigger.slice.dependency.DependencyDecision;
import dev.carillon.trigger.slice.dependency.FiredInstants;
import dev.carillon.trigger.slice.gap.OwnGap;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Applies one definition to the state of its schedule, and publishes what follows from it. */
final class DefinitionDecision {
    private final @Nullable ScheduleState before;
    private final InputRecord record;
    private final SlicePlanBuilder slice;
    /** The decided {@code at} instants of earlier versions, also of deleted generations. */
    private final List<Instant> decidedOnce;

    private DefinitionDecision(@Nullable ScheduleState before, InputRecord record, SlicePlanBuilder slice) {
        this.before = before;
        this.record = record;
        this.slice = slice;
        this.decidedOnce = before == null ? List.of() : FiredInstants.decided(before, slice);
    }

    static void decide(
            @Nullable ScheduleState before, InputRecord record, DefinitionRecord definition, SlicePlanBuilder slice) {
        DefinitionDecision decision = new DefinitionDecision(before, record, slice);
        if (definition instanceof DefinitionRecord.Good good) {
            Schedule schedule = good.schedule();
            if (DefinitionJudgement.isTooLong(decision.jitter(schedule, good.timing(), slice.reached()))) {
                slice.setState(decision.bad(schedule.taskId(), DefinitionJudgement.tooManyJitters(schedule)));
            } else {
                decision.good(schedule, good.timing());
            }
        } else if (definition instanceof DefinitionRecord.Bad bad) {
            slice.setState(decision.bad(Objects.requireNonNull(bad.taskId()), bad));
        } else {
            decision.gone();
        }
    }

    static @Nullable String taskId(DefinitionRecord definition) {
        if (definition instanceof DefinitionRecord.Good good) {
            return good.schedule().taskId();
        }
        return definition instanceof DefinitionRecord.Gone gone
                ? gone.taskId()
                : ((DefinitionRecord.Bad) definition).taskId();
    }

    static void deadLetter(InputRecord record, DefinitionRecord.Bad bad, SlicePlanBuilder slice) {
        slice.deadLetter(record, bad.code(), bad.message());
    }

    private void gone() {
        if (before == null || before.deleted() != null) {
            return;
        }
        slice.leftOut().end(before);
        OwnGap.skip(before, slice);
        BackfillDecision.withoutBackfill(before, "its schedule was deleted", slice);
        if (before.schedule() != null) {
            String deleted = "the schedule was deleted while it waited for an earlier execution";
            new TickDecision(before, before.schedule(), slice).skipWaiting(SkipReason.OVERLAP, deleted);
        }
        TickProgress left = StateCarryOver.ofDeleted(before);
        StateCarryOver.skipLost(before, left, slice);
        slice.setState(ScheduleStateBuilder.builder()
                .taskId(before.taskId())
                .version(before.version())
                .position(record.offset() + 1)
                .generation(before.generation())
                .floor(slice.reached())
                .progress(left)
                .overrides(ScheduleOverrides.NONE.withDecidedOnce(decidedOnce))
                .deleted(record.appended())
                .marked(true)
                .build());
    }

    private ScheduleState bad(String taskId, DefinitionRecord.Bad bad) {
        deadLetter(record, bad, slice);
        slice.publish(EventType.SCHEDULE_BROKEN, taskId, bad.code() + ": " + bad.message());
        boolean fresh = isFresh();
        ScheduleState.Broken last = before == null || fresh ? null : before.broken();
        ScheduleState.Broken broken =
                new ScheduleState.Broken(bad.code().name(), bad.message(), last == null ? null : last.since());
        return ScheduleStateBuilder.builder()
                .taskId(taskId)
                .schedule(before == null ? null : before.schedule())
                .timing(before == null ? null : before.timing())
                .version(before == null || fresh ? record.offset() : before.version())
                .position(record.offset() + 1)
                .generation(generation())
                .floor(before == null || fresh ? freshFloor() : before.floor())
                .progress(progress())
                .overrides(overrides())
                .pause(before == null ? null : before.pause())
                .broken(broken)
                .marked(true)
                .build();
    }

    private void good(Schedule schedule, Timing timing) {
        if (before != null) {
            slice.leftOut().end(before);
        }
        // An {@code at} schedule uses the watermark as its floor; a later floor would dispatch it twice.
        DecidedUpTo floor = schedule.when().at() == null ? floor() : slice.reached();
        ScheduleState.Pause pause = schedule.enabled() ? null : ScheduleState.Pause.since(floor.due());
        Jitter jitter = jitter(schedule, timing, floor);
        boolean samePause =
                before != null && before.isPaused() && !schedule.enabled() && timing.equals(before.timing());
        if (before != null && samePause) { // The gap of the pause goes on.
            floor = before.floor();
            pause = before.pause();
        }
        Instant late = lateInstant(schedule, jitter, floor);
        if (late != null && !schedule.enabled()) {
            // The one instant belongs to the gap of the pause, which is decided when the pause ends.
            floor = DecidedUpTo.allOf(jitter.due(schedule.taskId(), late).minusSeconds(1));
        }
        TickProgress inherited = StateCarryOver.of(progress(), last(), schedule, floor);
        if (before != null) {
            StateCarryOver.skipLost(before, inherited, slice);
        }
        ScheduleState after = ScheduleStateBuilder.builder()
                .taskId(schedule.taskId())
                .schedule(schedule)
                .timing(timing)
                .version(record.offset())
                .position(record.offset() + 1)
                .generation(generation())
                .floor(floor)
                .progress(inherited)
                .overrides(BackfillDecision.carriedOver(before, overrides(), timing, slice)
                        .withLeftOut(null)
                        .withJitters(jitter.earlier())
                        .withDecidedOnce(decidedOnce))
                .pause(pause)
                .marked(true)
                .build();
        slice.setState(after);
        closeGap(after, schedule, samePause);
        if (late != null && schedule.enabled()) {
            decideLate(after, schedule, late);
        }
        if (last() != null) {
            new TickDecision(after, schedule, slice).redecideWaiting();
            DependencyDecision.decideReady(schedule.taskId(), slice);
        }
    }

    /** The definition before this one in the same generation; null if there is none. */
    private @Nullable Schedule last() {
        return before == null || isFresh() ? null : before.schedule();
    }

    /** Decides the gap that this definition ends or changes. */
    private void closeGap(ScheduleState after, Schedule schedule, boolean samePause) {
        if (before != null && before.hasGap()) {
            if (schedule.enabled()) {
                OwnGap.end(before, after, schedule, slice);
            } else if (!samePause) {
                OwnGap.skip(before, slice);
            }
        }
        boolean wasPaused = before != null && before.isPaused();
        if (!wasPaused && !schedule.enabled()) {
            String reason = schedule.pausedReason();
            slice.publish(EventType.SCHEDULE_PAUSED, after.taskId(), reason == null ? "paused" : "paused: " + reason);
        }
    }

    /** The undecided {@code at} instant that is due at the floor or earlier; null if none is. */
    private @Nullable Instant lateInstant(Schedule schedule, Jitter jitter, DecidedUpTo floor) {
        Instant at = schedule.when().at();
        Instant due = at == null ? null : jitter.due(schedule.taskId(), at);
        boolean past = due != null && floor.compareTo(new DecidedUpTo(due, schedule.taskId())) >= 0;
        return past && at != null && !decidedOnce.contains(at) ? at : null;
    }

    private void decideLate(ScheduleState after, Schedule schedule, Instant nominal) {
        Instant due = after.jitter().due(after.taskId(), nominal);
        boolean missed = due.isBefore(slice.now().minus(slice.rules().grace()));
        if (missed && !isMadeUpFor(schedule.missed(), nominal)) {
            String late = "its definition was written at " + record.appended() + " and applied at " + slice.now()
                    + ", too late for this instant";
            slice.skip(after.taskId(), new SkippedRange(SkipReason.MISSED, nominal, nominal, 1), late);
        } else {
            slice.tick(after, schedule, nominal, slice.now());
        }
    }

    private boolean isMadeUpFor(MissedRule missed, Instant nominal) {
        return switch (missed.policy()) {
            case NONE -> false;
            // The window counts back from when the definition was written: an outage does not use it up, and
            // definitions that are applied again to empty topics do not run old instants.
            case LAST -> !nominal.isBefore(record.appended().minus(missed.window()));
            case ALL -> !nominal.isBefore(slice.now().minus(missed.window()));
        };
    }

    /** Whether a new generation begins. */
    private boolean isFresh() {
        return before == null || before.deleted() != null || before.schedule() == null;
    }

    private ScheduleOverrides overrides() {
        return before == null || isFresh() ? ScheduleOverrides.NONE.withDecidedOnce(decidedOnce) : before.overrides();
    }

    private Jitter jitter(Schedule schedule, Timing timing, DecidedUpTo floor) {
        ScheduleState last = before != null && !isFresh() && timing.equals(before.timing()) ? before : null;
        return DefinitionJudgement.jitter(last, schedule, floor);
    }

    private TickProgress progress() {
        return before == null ? TickProgress.NONE : before.progress();
    }

    private long generation() {
        return before == null ? 0 : before.generation() + (before.deleted() == null ? 0 : 1);
    }

    /** The watermark, or the floor before if that is later: an edit adds no ticks from before the first version. */
    private DecidedUpTo floor() {
        return before == null || isFresh() ? freshFloor() : before.floor().orLater(slice.reached());
    }

    /** A new generation gets no ticks from before its definition was written. */
    private DecidedUpTo freshFloor() {
        return DecidedUpTo.allOf(Instant.ofEpochSecond(record.appended().getEpochSecond()))
                .orLater(slice.reached());
    }
}
