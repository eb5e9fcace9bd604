package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.trigger.catalogue.Heard;
import dev.carillon.trigger.catalogue.Standing;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
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
    private final Schedule schedule;
    private final int parents;
    private final Draft draft;
    private final Hearing hearing;
    private @Nullable ParentsPlan plan;
    /** Whether instants skipped one after the other are one record. */
    private boolean inRanges;
    /** What is skipped but not yet said, as more may follow. */
    private @Nullable SkippedRange range;

    private String rangeBecause = "";

    private DependencyDecision(Standing standing, Schedule schedule, Heard heard, Draft draft) {
        this.taskId = standing.taskId();
        this.schedule = schedule;
        this.parents = standing.parents().size();
        this.draft = draft;
        this.hearing = new Hearing(heard, (left, right) -> plan().nothingBetween(left, right));
    }

    private static @Nullable DependencyDecision of(String taskId, Draft draft) {
        Standing standing = draft.standing(taskId);
        Schedule schedule = standing == null ? null : standing.schedule();
        Heard heard = standing == null ? null : standing.memory().heard();
        return standing == null || schedule == null || heard == null
                ? null
                : new DependencyDecision(standing, schedule, heard, draft);
    }

    /** Worked out only where it is asked for: there may be a thousand schedules to go through. */
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

    /** What was heard goes into the marker at once for all instants. */
    private void remember() {
        // Many may have finished since room was made for one, and a marker that holds more can't be read by anybody.
        while (hearing.stretches() > MAX_INSTANTS) {
            giveUpOldestStretch();
        }
        endRange();
        if (hearing.isChanged()) {
            draft.stand(standing().withMemory(standing().memory().withHeard(hearing.heard())));
        }
    }

    /**
     * One of those that a schedule depends on has ended for these instants.
     *
     * @return the last that it has heard of where the slice is full before the others, or null
     */
    static @Nullable Instant heard(
            String taskId, String parent, OutcomeStatus status, InstantsOfAnOutcome ended, Draft draft) {
        DependencyDecision decision = of(taskId, draft);
        int number = decision == null ? -1 : decision.standing().parents().indexOf(parent);
        if (decision == null || number < 0) {
            return null;
        }
        // Who depends on this one in turn can't tell what lies within a range.
        decision.inRanges = ended.inARow() && draft.awaited().dependants(taskId).isEmpty();
        Instant last = null;
        Instant stopped = null;
        for (Instant instant : ended.instants()) {
            if (decision.standing().isComplete()) {
                break; // It owes none of them any more.
            }
            if (last != null && draft.size.isFull()) {
                stopped = last;
                break;
            }
            decision.heard(parent, number, instant, status);
            last = instant;
        }
        decision.remember();
        return stopped;
    }

    private void heard(String parent, int number, Instant instant, OutcomeStatus status) {
        Heard.Ends ends = hearing.at(instant);
        if (hearing.isOver(instant) || (ends != null && ends.bits().testBit(number))) {
            endRange();
            return;
        }
        if (ends == null) {
            if (!ParentsPlan.isInPeriod(schedule.when(), instant) || !plan().plans(instant)) {
                return;
            }
            makeRoom();
            if (hearing.isOver(instant)) {
                return;
            }
            ends = Heard.Ends.NONE;
        }
        BigInteger bits = ends.bits().setBit(number);
        boolean all = bits.bitCount() == parents;
        boolean inVain = !ends.decided() && !suits(status);
        if (all) {
            hearing.finish(instant);
        } else {
            hearing.put(instant, new Heard.Ends(bits, ends.decided() || inVain));
        }
        if (inVain) {
            skip(instant, SkipReason.DEPENDENCY, SkipCause.endedOtherwise(parent, status, schedule));
        } else if (!ends.decided() && all) {
            fire(instant);
        } else {
            endRange();
        }
    }

    /** A definition that depends on fewer than before may have nothing left to wait for. */
    static void decideReady(String taskId, Draft draft) {
        DependencyDecision decision = of(taskId, draft);
        if (decision == null) {
            return;
        }
        for (Map.Entry<Instant, Heard.Ends> entry : new TreeMap<>(decision.hearing.open()).entrySet()) {
            if (entry.getValue().bits().bitCount() == decision.parents) {
                decision.hearing.finish(entry.getKey());
                if (!entry.getValue().decided()) {
                    decision.fire(entry.getKey());
                }
            }
        }
        decision.remember();
    }

    private void fire(Instant instant) {
        if (standing().isPaused()) {
            skip(instant, SkipReason.PAUSED, "it was paused when the last of those it depends on had ended");
        } else {
            endRange();
            draft.tick(standing(), schedule, instant, draft.now);
        }
    }

    private boolean suits(OutcomeStatus status) {
        return switch (schedule.when().dependsOnEnd()) {
            case SUCCEEDED -> status == OutcomeStatus.SUCCEEDED;
            case FAILED -> status == OutcomeStatus.FAILED || status == OutcomeStatus.EXPIRED;
            case ENDED -> true;
        };
    }

    private void makeRoom() {
        int room = Math.min(MAX_INSTANTS, Math.max(1, MAX_BITS / parents));
        while (hearing.open().size() >= room) {
            giveUp(hearing.open().firstKey(), room + " instants were open, and no more can be: the oldest goes first");
        }
        while (hearing.stretches() >= MAX_INSTANTS) {
            giveUpOldestStretch();
        }
    }

    private void giveUpOldestStretch() {
        String why =
                "more than " + MAX_INSTANTS + " instants with gaps between them were decided: the oldest goes first";
        giveUp(hearing.oldestFinished(), why);
    }

    /** Decides what has waited too long. */
    static void expire(String taskId, Instant upTo, Draft draft) {
        DependencyDecision decision = of(taskId, draft);
        if (decision == null) {
            return;
        }
        NavigableMap<Instant, Heard.Ends> open = decision.hearing.open();
        while (!open.isEmpty()
                && !Standing.lastFor(decision.schedule, open.firstKey()).isAfter(upTo)) {
            Instant instant = open.firstKey();
            decision.giveUp(instant, "its deadline, " + Standing.lastFor(decision.schedule, instant) + ", has passed");
        }
        decision.remember();
    }

    /** Decides an instant for good, and with it all before. */
    private void giveUp(Instant upTo, String why) {
        TreeMap<Instant, Heard.Ends> given = new TreeMap<>(hearing.open().headMap(upTo, true));
        hearing.decideUpTo(upTo);
        given.forEach((instant, ends) -> {
            if (!ends.decided()) {
                endRange();
                skip(
                        instant,
                        SkipReason.DEPENDENCY,
                        SkipCause.gaveUp(why, standing().parents(), ends.bits()));
                endRange();
            }
        });
    }

    private void skip(Instant instant, SkipReason reason, String because) {
        SkippedRange before = range;
        boolean goesOn = before != null && inRanges && before.reason() == reason && because.equals(rangeBecause);
        if (!goesOn) {
            endRange();
        }
        rangeBecause = because;
        range = before == null || !goesOn
                ? new SkippedRange(reason, instant, instant, 1)
                : new SkippedRange(reason, before.first(), instant, before.count() + 1);
    }

    private void endRange() {
        SkippedRange ended = range;
        range = null;
        if (ended != null) {
            draft.skip(taskId, ended, rangeBecause);
        }
    }
}
