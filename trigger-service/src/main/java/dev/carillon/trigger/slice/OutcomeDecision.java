package dev.carillon.trigger.slice;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeCursor;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.trigger.catalogue.Awaited;
import dev.carillon.trigger.catalogue.InputRecord;
import dev.carillon.trigger.catalogue.Memory;
import dev.carillon.trigger.catalogue.Standing;
import java.time.Instant;
import java.util.NavigableSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What one outcome means for the ticks to come: of its own schedule, and of those that depend on it. */
final class OutcomeDecision {
    private final InputRecord record;
    private final Outcome outcome;
    private final Draft draft;

    private OutcomeDecision(InputRecord record, Outcome outcome, Draft draft) {
        this.record = record;
        this.outcome = outcome;
        this.draft = draft;
    }

    /**
     * Applies it, or as much of it as the slice holds.
     *
     * @param from where the slice before has stopped within it, or null at its beginning
     * @return where this one stops, or null at its end
     */
    static @Nullable OutcomeCursor decide(InputRecord record, @Nullable OutcomeCursor from, Draft draft) {
        byte[] value = record.value();
        if (value == null || !draft.awaited().matters(record.key())) {
            return null;
        }
        try {
            return new OutcomeDecision(record, Kind.OUTCOME.decode(value), draft).decide(from);
        } catch (ContractException e) {
            draft.putAside(record, e.code(), String.valueOf(e.getMessage()));
            return null;
        }
    }

    private @Nullable OutcomeCursor decide(@Nullable OutcomeCursor from) {
        String taskId = outcome.key().taskId();
        if (!taskId.equals(Awaited.taskId(record.key()))
                || outcome.key().sub() != 0
                || outcome.key().execTime().position() != null) {
            return null;
        }
        Standing standing = draft.standing(taskId);
        if (standing != null && from == null) {
            BackfillDecision.ended(standing, outcome.key(), draft);
            own(Objects.requireNonNull(draft.standing(taskId)));
        }
        return isTick() ? dependants(taskId, from) : null;
    }

    /** One after the other: a month of pause times ten thousand who heard of it is more than any slice. */
    private @Nullable OutcomeCursor dependants(String parent, @Nullable OutcomeCursor from) {
        NavigableSet<String> rest = draft.awaited().dependants(parent);
        if (from != null) {
            rest = rest.tailSet(from.taskId(), from.instant() != null);
        }
        if (rest.isEmpty()) {
            return null;
        }
        InstantsOfAnOutcome all = InstantsOfAnOutcome.of(outcome, draft.standing(parent));
        InstantsOfAnOutcome ticks = new InstantsOfAnOutcome(
                all.instants().stream().filter(this::mayBeATick).toList(), all.inARow());
        String last = null;
        for (String child : rest) {
            if (last != null && draft.size.isFull()) {
                return stopped(last, null);
            }
            Instant begun = from != null && from.taskId().equals(child) ? from.instant() : null;
            Instant upTo = DependencyDecision.heard(
                    child, parent, outcome.status(), begun == null ? ticks : ticks.after(begun), draft);
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
     * Ticks have whole seconds that the watermark has reached. Other executions have such a key only where somebody chose it,
     * and what lies ahead would be decided before its time, by which no slice may be committed.
     */
    private boolean mayBeATick(Instant instant) {
        return instant.getNano() == 0 && !instant.isAfter(draft.reached().due());
    }

    private void own(Standing before) {
        Schedule schedule = before.schedule();
        boolean closes = before.memory().open().contains(outcome.key());
        if (closes) {
            draft.stand(before.withMemory(before.memory().ended(outcome.key())));
        }
        if (schedule == null) {
            return; // Deleted: the end of what was open is all that still counts.
        }
        Standing ended = closes ? followed(before, schedule) : before;
        boolean pauses = isTick() && countFailures(ended, schedule);
        if (closes && !pauses && !ended.isPaused()) {
            new TickDecision(ended, schedule, draft).startWaiting();
        }
    }

    private Standing followed(Standing before, Schedule schedule) {
        Memory memory = before.memory().ended(outcome.key());
        if (memory.open().isEmpty()) {
            memory = OwnEnds.followed(memory, schedule, record.appended(), OwnEnds.decided(before, draft));
        }
        Standing after = before.withMemory(memory);
        draft.stand(after);
        return after;
    }

    /** Returns whether one failure too many has paused the schedule. */
    private boolean countFailures(Standing standing, Schedule schedule) {
        Long limit = schedule.pauseAfterFailures();
        @Nullable Long failures = failures(standing.memory());
        if (limit == null || failures == null || standing.hasGap()) {
            return false;
        }
        if (failures < limit) {
            if (failures != standing.memory().failures()) {
                draft.stand(standing.withMemory(standing.memory().withFailures(failures)));
            }
            return false;
        }
        String reason =
                limit + (limit == 1 ? " execution" : " executions in a row") + " failed, the last one " + outcome.key();
        Standing ended = draft.leftOut.end(standing);
        draft.stand(ended.withMemory(ended.memory().withFailures(0)));
        new TickDecision(standing, schedule, draft)
                .skipWaiting(SkipReason.PAUSED, "it waited when that paused itself: " + reason);
        Standing now = draft.standing(standing.taskId());
        if (now != null) {
            // Its definition may be written later than what is decided by now, and owes nothing before that.
            Reached floor = now.floor().orLater(draft.reached());
            draft.stand(now.paused(floor, new Standing.Pause(floor.due(), reason)));
        }
        draft.say(EventType.SCHEDULE_PAUSED, standing.taskId(), "paused: " + reason);
        return true;
    }

    /** How many have failed in a row now; null where this end says neither that work fails nor that it doesn't. */
    private @Nullable Long failures(Memory memory) {
        if (outcome.status() == OutcomeStatus.FAILED) {
            return memory.failures() + 1;
        }
        return outcome.status() == OutcomeStatus.SUCCEEDED ? 0L : null;
    }
}
