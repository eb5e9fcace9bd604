package dev.carillon.trigger.slice.input;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.OutcomeCursor;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.timing.state.TickProgress;
import dev.carillon.trigger.catalogue.OutcomeInterest;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.slice.backfill.BackfillDecision;
import dev.carillon.trigger.slice.build.OwnEnds;
import dev.carillon.trigger.slice.build.SlicePlanBuilder;
import dev.carillon.trigger.slice.build.TickDecision;
import dev.carillon.trigger.slice.dependency.DependencyDecision;
import dev.carillon.trigger.slice.dependency.InstantsOfAnOutcome;
import java.time.Instant;
import java.util.NavigableSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Applies one outcome to its own schedule and to those that depend on it. */
final class OutcomeDecision {
    private final InputRecord record;
    private final Outcome outcome;
    private final SlicePlanBuilder slice;

    private OutcomeDecision(InputRecord record, Outcome outcome, SlicePlanBuilder slice) {
        this.record = record;
        this.outcome = outcome;
        this.slice = slice;
    }

    /**
     * Applies it, or as much of it as the slice holds.
     *
     * @param from where the slice before has stopped within it, or null at its beginning
     * @return where this one stops, or null at its end
     */
    static @Nullable OutcomeCursor decide(InputRecord record, @Nullable OutcomeCursor from, SlicePlanBuilder slice) {
        byte[] value = record.value();
        if (value == null || !slice.outcomeInterest().matters(record.key())) {
            return null;
        }
        try {
            return new OutcomeDecision(record, Kind.OUTCOME.decode(value), slice).decide(from);
        } catch (ContractException e) {
            slice.deadLetter(record, e.code(), String.valueOf(e.getMessage()));
            return null;
        }
    }

    private @Nullable OutcomeCursor decide(@Nullable OutcomeCursor from) {
        String taskId = outcome.key().taskId();
        if (!taskId.equals(OutcomeInterest.taskId(record.key()))
                || outcome.key().sub() != 0
                || outcome.key().execTime().position() != null) {
            return null;
        }
        ScheduleState state = slice.state(taskId);
        if (state != null && from == null) {
            BackfillDecision.ended(state, outcome.key(), slice);
            applyToOwn(Objects.requireNonNull(slice.state(taskId)));
        }
        return isTick() ? applyToDependants(taskId, from) : null;
    }

    /** One dependant after the other: a skipped month times ten thousand dependants exceeds any slice. */
    private @Nullable OutcomeCursor applyToDependants(String parent, @Nullable OutcomeCursor from) {
        NavigableSet<String> rest = slice.outcomeInterest().dependants(parent);
        if (from != null) {
            rest = rest.tailSet(from.taskId(), from.instant() != null);
        }
        if (rest.isEmpty()) {
            return null;
        }
        InstantsOfAnOutcome all = InstantsOfAnOutcome.of(outcome, slice.state(parent));
        InstantsOfAnOutcome ticks = new InstantsOfAnOutcome(
                all.instants().stream().filter(this::mayBeATick).toList(), all.inARow());
        String last = null;
        for (String child : rest) {
            if (last != null && slice.size().isFull()) {
                return stopped(last, null);
            }
            Instant begun = from != null && from.taskId().equals(child) ? from.instant() : null;
            Instant upTo = DependencyDecision.parentEnded(
                    child, parent, outcome.status(), begun == null ? ticks : ticks.after(begun), slice);
            if (upTo != null) {
                return stopped(child, upTo);
            }
            last = child;
        }
        return null;
    }

    private OutcomeCursor stopped(String child, @Nullable Instant upTo) {
        return new OutcomeCursor(record.partition(), record.offset(), child, upTo);
    }

    private boolean isTick() {
        return mayBeATick(outcome.key().execTime().instant());
    }

    /**
     * Ticks have whole seconds that the watermark has reached. A client may give its execution such a key, and one in
     * the future would decide an instant before its time, which no slice may do.
     */
    private boolean mayBeATick(Instant instant) {
        return instant.getNano() == 0 && !instant.isAfter(slice.reached().due());
    }

    private void applyToOwn(ScheduleState before) {
        Schedule schedule = before.schedule();
        boolean closes = before.progress().open().contains(outcome.key());
        if (closes) {
            slice.setState(before.withProgress(before.progress().ended(outcome.key())));
        }
        if (schedule == null) {
            return; // Deleted: only its open executions are still tracked.
        }
        ScheduleState ended = closes ? afterEnd(before, schedule) : before;
        boolean pauses = isTick() && countFailures(ended, schedule);
        if (closes && !pauses && !ended.isPaused()) {
            new TickDecision(ended, schedule, slice).startWaiting();
        }
    }

    private ScheduleState afterEnd(ScheduleState before, Schedule schedule) {
        TickProgress progress = before.progress().ended(outcome.key());
        if (progress.open().isEmpty()) {
            progress = OwnEnds.afterEnd(progress, schedule, record.appended(), OwnEnds.decided(before, slice));
        }
        ScheduleState after = before.withProgress(progress);
        slice.setState(after);
        return after;
    }

    /** Returns whether one failure too many has paused the schedule. */
    private boolean countFailures(ScheduleState state, Schedule schedule) {
        Long limit = schedule.pauseAfterFailures();
        @Nullable Long failures = failures(state.progress());
        if (limit == null || failures == null || state.hasGap()) {
            return false;
        }
        if (failures < limit) {
            if (failures != state.progress().failures()) {
                slice.setState(state.withProgress(state.progress().withFailures(failures)));
            }
            return false;
        }
        String reason =
                limit + (limit == 1 ? " execution" : " executions in a row") + " failed, the last one " + outcome.key();
        ScheduleState ended = slice.leftOut().end(state);
        slice.setState(ended.withProgress(ended.progress().withFailures(0)));
        new TickDecision(state, schedule, slice)
                .skipWaiting(SkipReason.PAUSED, "the schedule paused itself while it waited: " + reason);
        ScheduleState now = slice.state(state.taskId());
        if (now != null) {
            // The floor before may lie beyond the watermark, if the definition was written later.
            DecidedUpTo floor = now.floor().orLater(slice.reached());
            slice.setState(now.paused(floor, new ScheduleState.Pause(floor.due(), reason)));
        }
        slice.publish(EventType.SCHEDULE_PAUSED, state.taskId(), "paused: " + reason);
        return true;
    }

    /** The failures in a row with this outcome; null if it is neither a success nor a failure. */
    private @Nullable Long failures(TickProgress progress) {
        if (outcome.status() == OutcomeStatus.FAILED) {
            return progress.failures() + 1;
        }
        return outcome.status() == OutcomeStatus.SUCCEEDED ? 0L : null;
    }
}
