package dev.carillon.trigger.slice.dependency;

import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.plan.CommonInstant;
import dev.carillon.timing.plan.NextTicks;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.slice.build.SlicePlanBuilder;
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
 * Which instants all parents of a schedule plan, and their parents in turn, by the definitions in force. A parent that
 * does not exist or fires after its own ends is left out, as its instants are unknown.
 */
final class ParentsPlan {
    /** Most schedules visited, as a dependency graph may be large. */
    private static final int MOST_SCHEDULES = 10_000;
    /** Instants looked at in search of one that all plan. */
    private static final int MOST_LOOKED_AT = 100;

    private final NextTicks ticks;
    private final Set<Timing> timings = new LinkedHashSet<>();
    /** The periods of parents that depend on others themselves; a timing contains its own. */
    private final List<FiringRule> periods = new ArrayList<>();
    /** Whether a parent fires after its own ends, so that its instants end in order. */
    private boolean inOrder;
    /** Whether one has a single instant, which its next definition may move back. */
    private boolean once;

    ParentsPlan(ScheduleState child, SlicePlanBuilder slice) {
        this.ticks = slice.nextTicks();
        Set<String> seen = new HashSet<>(child.parents());
        seen.add(child.taskId());
        Deque<String> open = new ArrayDeque<>(child.parents());
        inOrder = child.parents().stream().anyMatch(parent -> followsItsEnds(slice.state(parent)));
        while (!open.isEmpty()) {
            ScheduleState parent = slice.state(open.remove());
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

    private static boolean followsItsEnds(@Nullable ScheduleState parent) {
        Schedule schedule = parent == null ? null : parent.schedule();
        return schedule != null && schedule.when().afterEnd() != null;
    }

    private void add(ScheduleState parent) {
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

    /** True also if the times can't be worked out, as the parent may have planned the instant. */
    private boolean plans(Timing timing, Instant instant) {
        try {
            return ticks.of(timing, instant.minusNanos(1))
                    .filter(instant::equals)
                    .isPresent();
        } catch (RuntimeException e) {
            return true; // The parent is parked where its own ticks are planned.
        }
    }

    /** Whether surely no instant is planned between two others. */
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

    static boolean isInPeriod(FiringRule when, Instant instant) {
        return (when.from() == null || !instant.isBefore(when.from()))
                && (when.until() == null || !instant.isAfter(when.until()));
    }
}
