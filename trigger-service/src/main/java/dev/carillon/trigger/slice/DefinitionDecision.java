package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.Arrangements;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Missed;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.trigger.catalogue.Definition;
import dev.carillon.trigger.catalogue.InputRecord;
import dev.carillon.trigger.catalogue.Memory;
import dev.carillon.trigger.catalogue.Standing;
import dev.carillon.trigger.cron.Jitter;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What one definition makes of a schedule's standing, and what has to be published for it. */
final class DefinitionDecision {
    private final @Nullable Standing before;
    private final InputRecord record;
    private final Draft draft;
    /** Of earlier versions, also of those of a generation that is deleted. */
    private final List<Instant> decidedOnce;

    private DefinitionDecision(@Nullable Standing before, InputRecord record, Draft draft) {
        this.before = before;
        this.record = record;
        this.draft = draft;
        this.decidedOnce = before == null ? List.of() : OneOffs.decided(before, draft);
    }

    static void decide(@Nullable Standing before, InputRecord record, Definition definition, Draft draft) {
        DefinitionDecision decision = new DefinitionDecision(before, record, draft);
        if (definition instanceof Definition.Good good) {
            Schedule schedule = good.schedule();
            if (DefinitionJudgement.isTooLong(decision.jitter(schedule, good.timing(), draft.reached()))) {
                draft.stand(decision.bad(schedule.taskId(), DefinitionJudgement.tooManyJitters(schedule)));
            } else {
                decision.good(schedule, good.timing());
            }
        } else if (definition instanceof Definition.Bad bad) {
            draft.stand(decision.bad(Objects.requireNonNull(bad.taskId()), bad));
        } else {
            decision.gone();
        }
    }

    static @Nullable String taskId(Definition definition) {
        if (definition instanceof Definition.Good good) {
            return good.schedule().taskId();
        }
        return definition instanceof Definition.Gone gone ? gone.taskId() : ((Definition.Bad) definition).taskId();
    }

    static void putAside(InputRecord record, Definition.Bad bad, Draft draft) {
        draft.putAside(record, bad.code(), bad.message());
    }

    private void gone() {
        if (before == null || before.deleted() != null) {
            return;
        }
        draft.leftOut.end(before);
        OwnGap.skip(before, draft);
        BackfillDecision.without(before, "its schedule was deleted", draft);
        if (before.schedule() != null) {
            String deleted = "the schedule was deleted while it waited for an earlier execution";
            new TickDecision(before, before.schedule(), draft).skipWaiting(SkipReason.OVERLAP, deleted);
        }
        Memory left = Inheritance.ofDeleted(before);
        Inheritance.skipLost(before, left, draft);
        draft.stand(new Standing(
                before.taskId(),
                null,
                null,
                before.version(),
                record.offset() + 1,
                before.generation(),
                draft.reached(),
                left,
                Arrangements.NONE.withDecidedOnce(decidedOnce),
                null,
                null,
                record.appended(),
                true));
    }

    private Standing bad(String taskId, Definition.Bad bad) {
        putAside(record, bad, draft);
        draft.say(EventType.SCHEDULE_BROKEN, taskId, bad.code() + ": " + bad.message());
        boolean fresh = isFresh();
        Standing.Broken last = before == null || fresh ? null : before.broken();
        Standing.Broken broken =
                new Standing.Broken(bad.code().name(), bad.message(), last == null ? null : last.since());
        return new Standing(
                taskId,
                before == null ? null : before.schedule(),
                before == null ? null : before.timing(),
                before == null || fresh ? record.offset() : before.version(),
                record.offset() + 1,
                generation(),
                before == null || fresh ? freshFloor() : before.floor(),
                memory(),
                arrangements(),
                before == null ? null : before.pause(),
                broken,
                null,
                true);
    }

    private void good(Schedule schedule, Timing timing) {
        if (before != null) {
            draft.leftOut.end(before);
        }
        // An instant of its own is owed however late, so only the watermark decides whether it is: with a floor beyond
        // that it would be dispatched as a late one now and, by the next version, again when the watermark gets there.
        Reached floor = schedule.when().at() == null ? floor() : draft.reached();
        Standing.Pause pause = schedule.enabled() ? null : Standing.Pause.since(floor.due());
        Jitter jitter = jitter(schedule, timing, floor);
        boolean samePause =
                before != null && before.isPaused() && !schedule.enabled() && timing.equals(before.timing());
        if (before != null && samePause) { // Its gap goes on.
            floor = before.floor();
            pause = before.pause();
        }
        Instant late = lateInstant(schedule, jitter, floor);
        if (late != null && !schedule.enabled()) {
            // Its one instant belongs to the pause's gap, which is decided when that ends.
            floor = Reached.allOf(jitter.due(schedule.taskId(), late).minusSeconds(1));
        }
        Memory inherited = Inheritance.of(memory(), last(), schedule, floor);
        if (before != null) {
            Inheritance.skipLost(before, inherited, draft);
        }
        Standing after = new Standing(
                schedule.taskId(),
                schedule,
                timing,
                record.offset(),
                record.offset() + 1,
                generation(),
                floor,
                inherited,
                BackfillDecision.kept(before, arrangements(), timing, draft)
                        .withLeftOut(null)
                        .withJitters(jitter.earlier())
                        .withDecidedOnce(decidedOnce),
                pause,
                null,
                null,
                true);
        draft.stand(after);
        closeGap(after, schedule, samePause);
        if (late != null && schedule.enabled()) {
            decideLate(after, schedule, late);
        }
        if (last() != null) {
            new TickDecision(after, schedule, draft).decideWaitingAnew();
            DependencyDecision.decideReady(schedule.taskId(), draft);
        }
    }

    /** The definition that this one follows in its generation. */
    private @Nullable Schedule last() {
        return before == null || isFresh() ? null : before.schedule();
    }

    /** A gap that this definition ends or changes is decided now. */
    private void closeGap(Standing after, Schedule schedule, boolean samePause) {
        if (before != null && before.hasGap()) {
            if (schedule.enabled()) {
                OwnGap.end(before, after, schedule, draft);
            } else if (!samePause) {
                OwnGap.skip(before, draft);
            }
        }
        boolean wasPaused = before != null && before.isPaused();
        if (!wasPaused && !schedule.enabled()) {
            String reason = schedule.pausedReason();
            draft.say(EventType.SCHEDULE_PAUSED, after.taskId(), reason == null ? "paused" : "paused: " + reason);
        }
    }

    /** The instant of an {@code at} that lies not after the floor and is not decided. */
    private @Nullable Instant lateInstant(Schedule schedule, Jitter jitter, Reached floor) {
        Instant at = schedule.when().at();
        Instant due = at == null ? null : jitter.due(schedule.taskId(), at);
        boolean past = due != null && floor.compareTo(new Reached(due, schedule.taskId())) >= 0;
        return past && at != null && !decidedOnce.contains(at) ? at : null;
    }

    private void decideLate(Standing after, Schedule schedule, Instant nominal) {
        Instant due = after.jitter().due(after.taskId(), nominal);
        boolean missed = due.isBefore(draft.now.minus(draft.rules().grace()));
        if (missed && !isMadeUpFor(schedule.missed(), nominal)) {
            String late = "its definition was applied at " + record.appended() + " and taken in at " + draft.now
                    + ", when its time was over";
            draft.skip(after.taskId(), new SkippedRange(SkipReason.MISSED, nominal, nominal, 1), late);
        } else {
            draft.tick(after, schedule, nominal, draft.now);
        }
    }

    private boolean isMadeUpFor(Missed missed, Instant nominal) {
        return switch (missed.policy()) {
            case NONE -> false;
            // Written beforehand it is made up for however long nobody led. Who writes what is long over, as when all
            // definitions are applied anew to empty topics, does not want it to run.
            case LAST -> !nominal.isBefore(record.appended().minus(missed.window()));
            case ALL -> !nominal.isBefore(draft.now.minus(missed.window()));
        };
    }

    /** Whether a new generation begins. */
    private boolean isFresh() {
        return before == null || before.deleted() != null || before.schedule() == null;
    }

    private Arrangements arrangements() {
        return before == null || isFresh() ? Arrangements.NONE.withDecidedOnce(decidedOnce) : before.arrangements();
    }

    private Jitter jitter(Schedule schedule, Timing timing, Reached floor) {
        Standing last = before != null && !isFresh() && timing.equals(before.timing()) ? before : null;
        return DefinitionJudgement.jitter(last, schedule, floor);
    }

    private Memory memory() {
        return before == null ? Memory.NONE : before.memory();
    }

    private long generation() {
        return before == null ? 0 : before.generation() + (before.deleted() == null ? 0 : 1);
    }

    /** An edit right after the first version owes nothing of before that one either. */
    private Reached floor() {
        return before == null || isFresh() ? freshFloor() : before.floor().orLater(draft.reached());
    }

    /** Nobody can be owed what lay before the definition was there. */
    private Reached freshFloor() {
        return Reached.allOf(Instant.ofEpochSecond(record.appended().getEpochSecond()))
                .orLater(draft.reached());
    }
}
