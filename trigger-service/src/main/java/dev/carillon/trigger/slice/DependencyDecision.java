package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.schemas.record.When;
import dev.carillon.trigger.catalogue.Heard;
import dev.carillon.trigger.catalogue.Standing;
import dev.carillon.trigger.cron.Timing;
import java.math.BigInteger;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What one schedule hears of those it depends on. An instant that all of them plan is owed as soon as the first has ended
 * for it, and decided when the last one has, or one that ended otherwise than asked for, or when it has waited too long.
 */
final class DependencyDecision {
    private static final int MAX_INSTANTS = 1_000;
    /** Instants times schedules depended on, so that a marker stays small enough. */
    private static final int MAX_BITS = 200_000;

    private final String taskId;
    private final Draft draft;

    DependencyDecision(String taskId, Draft draft) {
        this.taskId = taskId;
        this.draft = draft;
    }

    private Standing standing() {
        return Objects.requireNonNull(draft.standing(taskId));
    }

    private Schedule schedule() {
        return Objects.requireNonNull(standing().schedule());
    }

    private Heard heard() {
        return Objects.requireNonNull(standing().memory().heard());
    }

    private void remember(Heard heard) {
        draft.stand(standing().withMemory(standing().memory().withHeard(heard)));
    }

    /** One of those it depends on has ended for these instants. */
    void heard(String parent, OutcomeStatus status, List<Instant> instants) {
        Standing standing = draft.standing(taskId);
        if (standing == null || standing.memory().heard() == null || standing.isComplete()) {
            return;
        }
        int number = standing.parents().indexOf(parent);
        if (number < 0) {
            return;
        }
        for (Instant instant : instants) {
            heard(parent, number, instant, status);
        }
    }

    private void heard(String parent, int number, Instant instant, OutcomeStatus status) {
        Heard heard = heard();
        if (!instant.isAfter(heard.decidedUpTo()) || !isInPeriod(schedule().when(), instant)) {
            return;
        }
        Heard.Ends ends = heard.at(instant);
        if (ends == null) {
            if (!isPlannedByAll(instant)) {
                return;
            }
            makeRoom();
            ends = Heard.Ends.NONE;
        }
        if (ends.bits().testBit(number)) {
            return;
        }
        BigInteger bits = ends.bits().setBit(number);
        boolean all = bits.bitCount() == standing().parents().size();
        boolean inVain = !ends.decided() && !suits(status);
        boolean fires = !ends.decided() && !inVain && all;
        Heard before = heard();
        remember(all ? before.without(instant) : before.with(instant, new Heard.Ends(bits, ends.decided() || inVain)));
        if (inVain) {
            skip(instant, SkipReason.DEPENDENCY, SkipCause.endedOtherwise(parent, status, schedule()));
        } else if (fires) {
            fire(instant);
        }
    }

    /** A definition that depends on fewer than before may have nothing left to wait for. */
    static void decideReady(Schedule schedule, Draft draft) {
        Standing standing = draft.standing(schedule.taskId());
        if (standing == null || standing.memory().heard() == null) {
            return;
        }
        DependencyDecision decision = new DependencyDecision(schedule.taskId(), draft);
        for (Map.Entry<Instant, Heard.Ends> entry : decision.heard().instants().entrySet()) {
            if (entry.getValue().bits().bitCount() == standing.parents().size()) {
                decision.remember(decision.heard().without(entry.getKey()));
                if (!entry.getValue().decided()) {
                    decision.fire(entry.getKey());
                }
            }
        }
    }

    private void fire(Instant instant) {
        if (standing().isPaused()) {
            skip(instant, SkipReason.PAUSED, "it was paused when the last of those it depends on had ended");
        } else {
            draft.tick(standing(), schedule(), instant, draft.now);
        }
    }

    private boolean suits(OutcomeStatus status) {
        return switch (schedule().when().dependsOnEnd()) {
            case SUCCEEDED -> status == OutcomeStatus.SUCCEEDED;
            case FAILED -> status == OutcomeStatus.FAILED || status == OutcomeStatus.EXPIRED;
            case ENDED -> true;
        };
    }

    private static boolean isInPeriod(When when, Instant instant) {
        return (when.from() == null || !instant.isBefore(when.from()))
                && (when.until() == null || !instant.isAfter(when.until()));
    }

    /** Whether each of those it depends on plans the instant, as far as their definitions tell. */
    private boolean isPlannedByAll(Instant instant) {
        Map<Timing, Boolean> known = new HashMap<>();
        for (String parent : standing().parents()) {
            Standing other = draft.standing(parent);
            Timing timing = other == null ? null : other.timing();
            if (timing != null
                    && !timing.isUnforeseeable()
                    && !known.computeIfAbsent(timing, one -> plans(one, instant))) {
                return false;
            }
        }
        return true;
    }

    /** Of one whose times can't be worked out nothing is known: it may have planned it. */
    private static boolean plans(Timing timing, Instant instant) {
        try {
            return timing.plans(instant);
        } catch (RuntimeException e) {
            return true; // The other one is parked where its own ticks are planned.
        }
    }

    private void makeRoom() {
        int room = Math.min(
                MAX_INSTANTS, Math.max(1, MAX_BITS / standing().parents().size()));
        while (heard().instants().size() >= room) {
            giveUp(
                    heard().instants().firstKey(),
                    room + " instants were open, and no more can be: the oldest goes first");
        }
    }

    /** Decides what has waited too long. */
    void expire(Instant upTo) {
        while (!heard().instants().isEmpty()
                && !Standing.lastFor(schedule(), heard().instants().firstKey()).isAfter(upTo)) {
            Instant instant = heard().instants().firstKey();
            giveUp(instant, "its deadline, " + Standing.lastFor(schedule(), instant) + ", has passed");
        }
    }

    /** Decides an instant for good, and with it all before. */
    private void giveUp(Instant instant, String why) {
        Heard.Ends ends = heard().at(instant);
        remember(heard().decidedUpTo(instant));
        if (ends != null && !ends.decided()) {
            skip(
                    instant,
                    SkipReason.DEPENDENCY,
                    SkipCause.gaveUp(why, standing().parents(), ends.bits()));
        }
    }

    private void skip(Instant instant, SkipReason reason, String because) {
        draft.skip(taskId, new SkippedRange(reason, instant, instant, 1), because);
    }
}
