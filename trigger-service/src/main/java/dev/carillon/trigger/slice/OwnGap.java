package dev.carillon.trigger.slice;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Missed;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.trigger.catalogue.Standing;
import dev.carillon.trigger.catalogue.Unevaluable;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.util.List;

/** The gap that a pause, or a definition whose times can't be worked out, has left in the ticks of one schedule. */
final class OwnGap {
    private static final MissedTicks NOTHING = new MissedTicks(List.of(), List.of());

    private final Standing before;
    private final Draft draft;

    private OwnGap(Standing before, Draft draft) {
        this.before = before;
        this.draft = draft;
    }

    /** Another definition goes on: its rule for missed ticks says which are made up for. */
    static void end(Standing before, Standing after, Schedule schedule, Draft draft) {
        Standing.Pause pause = before.pause();
        draft.say(
                EventType.SCHEDULE_RESUMED,
                after.taskId(),
                pause == null
                        ? "resumed; its times could not be worked out"
                        : "resumed; it was paused since " + pause.since());
        Missed missed = PauseRoom.bounded(schedule, draft);
        OwnGap gap = new OwnGap(before, draft);
        MissedTicks decided =
                gap.decided((ticks, from, until) -> MissedTicks.decide(ticks, from, until, missed, gap.reason()));
        decided.skipped()
                .forEach(range -> draft.skip(after.taskId(), range, SkipCause.inOwnGap(range.reason(), before)));
        decided.madeUp().forEach(nominal -> draft.tick(after, schedule, nominal, draft.now));
    }

    /** None of its ticks is made up for. */
    static void skip(Standing before, Draft draft) {
        if (before.hasGap()) {
            OwnGap gap = new OwnGap(before, draft);
            gap.decided((ticks, from, until) -> MissedTicks.skipAll(ticks, from, until, gap.reason()))
                    .skipped()
                    .forEach(range -> draft.skip(before.taskId(), range, SkipCause.inOwnGap(range.reason(), before)));
        }
    }

    @FunctionalInterface
    private interface Rule {
        MissedTicks of(PlannedTicks ticks, Instant from, Instant until);
    }

    private SkipReason reason() {
        return before.isParked() ? SkipReason.BROKEN : SkipReason.PAUSED;
    }

    private MissedTicks decided(Rule rule) {
        Timing timing = before.plan();
        if (timing == null || before.isComplete()) {
            return NOTHING; // One that has had its runs owes no later tick.
        }
        Instant from = before.decidedAt(before.floor());
        Instant until = before.decidedAt(draft.reached());
        try {
            return rule.of(PlannedTicks.of(before, timing, draft), from, until);
        } catch (RuntimeException e) {
            // What it would have planned nobody can know, and whoever mends it must not be kept waiting for that.
            draft.say(
                    EventType.SCHEDULE_BROKEN,
                    before.taskId(),
                    ErrorCode.EVALUATION_FAILED + ": " + Unevaluable.words(from, e) + ", so what it planned up to "
                            + until + " is left out; the new definition is in force");
            return NOTHING;
        }
    }
}
