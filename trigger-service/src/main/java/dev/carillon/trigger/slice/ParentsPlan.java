package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.When;
import dev.carillon.trigger.catalogue.Standing;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which instants all plan that a schedule depends on, and all that those depend on in their turn, as far as the definitions
 * in force tell. Nothing is known of one that isn't there, or that follows its own ends.
 */
final class ParentsPlan {
    /** Schedules gone through; a circle, which nobody may apply, would have no end. */
    private static final int MOST_SCHEDULES = 10_000;
    /** Instants looked at in search of one that all plan. */
    private static final int MOST_LOOKED_AT = 100;

    private final NextTicks ticks;
    private final Set<Timing> timings = new LinkedHashSet<>();
    /** The periods of those among them that depend on others; a timing knows its own. */
    private final List<When> periods = new ArrayList<>();
    /** Whether one of its parents begins an instant only when all before have ended. */
    private boolean inOrder;
    /** Whether one of them may be given an earlier instant by its next definition. */
    private boolean once;

    ParentsPlan(Standing child, Draft draft) {
        this.ticks = draft.nextTicks;
        Set<String> seen = new HashSet<>(child.parents());
        seen.add(child.taskId());
        Deque<String> open = new ArrayDeque<>(child.parents());
        inOrder = child.parents().stream().anyMatch(parent -> followsItsEnds(draft.standing(parent)));
        while (!open.isEmpty()) {
            Standing parent = draft.standing(open.remove());
            if (parent != null) {
                add(parent);
                for (String grandparent : parent.parents()) {
                    if (seen.size() < MOST_SCHEDULES && seen.add(grandparent)) {
                        open.add(grandparent);
                    }
                }
            }
        }
    }

    private static boolean followsItsEnds(@Nullable Standing parent) {
        Schedule schedule = parent == null ? null : parent.schedule();
        return schedule != null && schedule.when().afterEnd() != null;
    }

    private void add(Standing parent) {
        Schedule schedule = parent.schedule();
        once |= schedule != null && schedule.when().at() != null;
        Timing timing = parent.timing();
        if (schedule != null && !parent.parents().isEmpty()) {
            periods.add(schedule.when());
        } else if (timing != null && !timing.isUnforeseeable()) {
            timings.add(timing);
        }
    }

    boolean plans(Instant instant) {
        return periods.stream().allMatch(when -> isInPeriod(when, instant))
                && timings.stream().allMatch(timing -> plans(timing, instant));
    }

    /** Of one whose times can't be worked out nothing is known: it may have planned it. */
    private boolean plans(Timing timing, Instant instant) {
        try {
            return ticks.of(timing, instant.minusNanos(1))
                    .filter(instant::equals)
                    .isPresent();
        } catch (RuntimeException e) {
            return true; // The other one is parked where its own ticks are planned.
        }
    }

    /** Whether no instant between two others is planned, for certain. */
    boolean nothingBetween(Instant left, Instant right) {
        if (inOrder || !right.isAfter(left.plusSeconds(1))) {
            return true;
        }
        try {
            return !once && noCommonTick(left, right);
        } catch (RuntimeException e) {
            return false;
        }
    }

    private boolean noCommonTick(Instant left, Instant right) {
        CommonInstant found = CommonInstant.after(left, right.minusNanos(1), timings, MOST_LOOKED_AT, ticks::of);
        return found.instant() == null && found.certain();
    }

    static boolean isInPeriod(When when, Instant instant) {
        return (when.from() == null || !instant.isBefore(when.from()))
                && (when.until() == null || !instant.isAfter(when.until()));
    }
}
