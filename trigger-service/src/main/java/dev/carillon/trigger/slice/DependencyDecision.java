package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.trigger.catalogue.Heard;
import dev.carillon.trigger.catalogue.Standing;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
    private @Nullable ParentsPlan plan;

    DependencyDecision(String taskId, Draft draft) {
        this.taskId = taskId;
        this.draft = draft;
    }

    /** Worked out only where an instant is new: there may be a thousand to go through. */
    private ParentsPlan plan() {
        ParentsPlan known = plan;
        if (known == null) {
            known = new ParentsPlan(standing(), draft);
            plan = known;
        }
        return known;
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
            heard(number, instant, status);
        }
    }

    private void heard(int number, Instant instant, OutcomeStatus status) {
        Heard heard = heard();
        if (!instant.isAfter(heard.decidedUpTo())
                || !ParentsPlan.isInPeriod(schedule().when(), instant)) {
            return;
        }
        Heard.Ends ends = heard.at(instant);
        if (ends == null) {
            if (!plan().plans(instant)) {
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
            skip(instant, SkipReason.DEPENDENCY);
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
            skip(instant, SkipReason.PAUSED);
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

    private void makeRoom() {
        int room = Math.min(
                MAX_INSTANTS, Math.max(1, MAX_BITS / standing().parents().size()));
        while (heard().instants().size() >= room) {
            giveUp(heard().instants().firstKey());
        }
    }

    /** Decides what has waited too long. */
    void expire(Instant upTo) {
        while (!heard().instants().isEmpty()
                && !Standing.lastFor(schedule(), heard().instants().firstKey()).isAfter(upTo)) {
            giveUp(heard().instants().firstKey());
        }
    }

    /** Decides an instant for good, and with it all before. */
    private void giveUp(Instant instant) {
        Heard.Ends ends = heard().at(instant);
        remember(heard().decidedUpTo(instant));
        if (ends != null && !ends.decided()) {
            skip(instant, SkipReason.DEPENDENCY);
        }
    }

    private void skip(Instant instant, SkipReason reason) {
        draft.skip(taskId, new SkippedRange(reason, instant, instant, 1));
    }
}
