package dev.carillon.trigger.slice.dependency;

import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.timing.state.ParentProgress;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.slice.build.SkipCause;
import dev.carillon.trigger.slice.build.SlicePlanBuilder;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Applies the ends of parents to a schedule that depends on them. An instant that all parents plan is open as soon as
 * the first has ended for it. It is decided when the last has ended, when one ends otherwise than {@code dependsOnEnd}
 * asks, or when its deadline passes.
 */
public final class DependencyDecision {
    private static final int MAX_INSTANTS = 1_000;
    /** Open instants times parents, so that a marker stays small enough. */
    private static final int MAX_BITS = 200_000;

    private final String taskId;
    private final Schedule schedule;
    private final int parents;
    private final SlicePlanBuilder slice;
    private final ParentOutcomes outcomes;
    private @Nullable ParentsPlan plan;
    /** Whether consecutive skipped instants become one record. */
    private boolean inRanges;
    /** Skipped instants that are not published yet, as more may follow. */
    private @Nullable SkippedRange range;

    private String rangeBecause = "";

    private DependencyDecision(
            ScheduleState state, Schedule schedule, ParentProgress progress, SlicePlanBuilder slice) {
        this.taskId = state.taskId();
        this.schedule = schedule;
        this.parents = state.parents().size();
        this.slice = slice;
        this.outcomes = new ParentOutcomes(progress, (left, right) -> plan().nothingBetween(left, right));
    }

    private static @Nullable DependencyDecision of(String taskId, SlicePlanBuilder slice) {
        ScheduleState state = slice.state(taskId);
        Schedule schedule = state == null ? null : state.schedule();
        ParentProgress progress = state == null ? null : state.progress().parents();
        return state == null || schedule == null || progress == null
                ? null
                : new DependencyDecision(state, schedule, progress, slice);
    }

    /** Worked out on first use, as it may visit thousands of schedules. */
    private ParentsPlan plan() {
        ParentsPlan known = plan;
        if (known == null) {
            known = new ParentsPlan(state(), slice);
            plan = known;
        }
        return known;
    }

    private ScheduleState state() {
        return Objects.requireNonNull(slice.state(taskId));
    }

    /** Stores the outcomes once for all instants. */
    private void store() {
        // Several stretches may have been added since makeRoom, and a marker that holds more can't be read.
        while (outcomes.stretches() > MAX_INSTANTS) {
            giveUpOldestStretch();
        }
        endRange();
        if (outcomes.isChanged()) {
            slice.setState(state().withProgress(state().progress().withParents(outcomes.progress())));
        }
    }

    /**
     * Applies that a parent has ended for these instants.
     *
     * @return the last instant applied if the slice is full before the others, else null
     */
    public static @Nullable Instant parentEnded(
            String taskId, String parent, OutcomeStatus status, InstantsOfAnOutcome ended, SlicePlanBuilder slice) {
        DependencyDecision decision = of(taskId, slice);
        int number = decision == null ? -1 : decision.state().parents().indexOf(parent);
        if (decision == null || number < 0) {
            return null;
        }
        // Schedules that depend on this one could not tell which instants lie within a range.
        decision.inRanges =
                ended.inARow() && slice.outcomeInterest().dependants(taskId).isEmpty();
        Instant last = null;
        Instant stopped = null;
        for (Instant instant : ended.instants()) {
            if (decision.state().isComplete()) {
                break; // It has had all its runs.
            }
            if (last != null && slice.size().isFull()) {
                stopped = last;
                break;
            }
            decision.parentEnded(parent, number, instant, status);
            last = instant;
        }
        decision.store();
        return stopped;
    }

    private void parentEnded(String parent, int number, Instant instant, OutcomeStatus status) {
        ParentProgress.Ends ends = outcomes.at(instant);
        if (outcomes.isOver(instant) || (ends != null && ends.bits().testBit(number))) {
            endRange();
            return;
        }
        if (ends == null) {
            if (!ParentsPlan.isInPeriod(schedule.when(), instant) || !plan().plans(instant)) {
                return;
            }
            makeRoom();
            if (outcomes.isOver(instant)) {
                return;
            }
            ends = ParentProgress.Ends.NONE;
        }
        BigInteger bits = ends.bits().setBit(number);
        boolean all = bits.bitCount() == parents;
        boolean cannotFire = !ends.decided() && !suits(status);
        if (all) {
            outcomes.finish(instant);
        } else {
            outcomes.put(instant, new ParentProgress.Ends(bits, ends.decided() || cannotFire));
        }
        if (cannotFire) {
            skip(instant, SkipReason.DEPENDENCY, SkipCause.endedOtherwise(parent, status, schedule));
        } else if (!ends.decided() && all) {
            fire(instant);
        } else {
            endRange();
        }
    }

    /** Decides instants that wait for no parent any more, as a new definition depends on fewer. */
    public static void decideReady(String taskId, SlicePlanBuilder slice) {
        DependencyDecision decision = of(taskId, slice);
        if (decision == null) {
            return;
        }
        for (Map.Entry<Instant, ParentProgress.Ends> entry : new TreeMap<>(decision.outcomes.open()).entrySet()) {
            if (entry.getValue().bits().bitCount() == decision.parents) {
                decision.outcomes.finish(entry.getKey());
                if (!entry.getValue().decided()) {
                    decision.fire(entry.getKey());
                }
            }
        }
        decision.store();
    }

    private void fire(Instant instant) {
        if (state().isPaused()) {
            skip(instant, SkipReason.PAUSED, "it was paused when the last schedule it depends on ended");
        } else {
            endRange();
            slice.tick(state(), schedule, instant, slice.now());
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
        while (outcomes.open().size() >= room) {
            String why = "the limit of " + room + " open instants was reached, and it was the oldest";
            giveUp(outcomes.open().firstKey(), why);
        }
        while (outcomes.stretches() >= MAX_INSTANTS) {
            giveUpOldestStretch();
        }
    }

    private void giveUpOldestStretch() {
        String why = "more than " + MAX_INSTANTS
                + " instants would have to be remembered as decided, and it was among the oldest";
        giveUp(outcomes.oldestFinished(), why);
    }

    /** Skips the instants whose deadline has passed. */
    public static void expire(String taskId, Instant upTo, SlicePlanBuilder slice) {
        DependencyDecision decision = of(taskId, slice);
        if (decision == null) {
            return;
        }
        NavigableMap<Instant, ParentProgress.Ends> open = decision.outcomes.open();
        while (!open.isEmpty()
                && !ScheduleState.parentsDeadline(decision.schedule, open.firstKey())
                        .isAfter(upTo)) {
            Instant instant = open.firstKey();
            Instant deadline = ScheduleState.parentsDeadline(decision.schedule, instant);
            decision.giveUp(instant, "its deadline, " + deadline + ", has passed");
        }
        decision.store();
    }

    /** Skips an instant and all open ones before it; later ends for them change nothing. */
    private void giveUp(Instant upTo, String why) {
        TreeMap<Instant, ParentProgress.Ends> givenUp =
                new TreeMap<>(outcomes.open().headMap(upTo, true));
        outcomes.decideUpTo(upTo);
        givenUp.forEach((instant, ends) -> {
            if (!ends.decided()) {
                endRange();
                skip(instant, SkipReason.DEPENDENCY, SkipCause.gaveUp(why, state().parents(), ends.bits()));
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
            slice.skip(taskId, ended, rangeBecause);
        }
    }
}
