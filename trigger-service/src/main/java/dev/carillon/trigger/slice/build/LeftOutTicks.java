package dev.carillon.trigger.slice.build;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.LeftOut;
import dev.carillon.schemas.trigger.ScheduleOverrides;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.timing.cron.Jitter;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.definition.UnevaluableSchedule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Collects consecutive ticks that a calendar leaves out into one record. Until the range ends, only its first tick is
 * stored, in the schedule's marker: a tick that is decided otherwise ends it, so the others follow from the timing.
 */
public final class LeftOutTicks {
    /** How long a range may stay open: until it ends, no record shows why its ticks did not run. */
    private static final Duration MAX_OPEN = Duration.ofMinutes(1);

    private final SlicePlanBuilder slice;
    /** Ranges already counted, as many schedules may share a timing. */
    private final Map<Question, List<SkippedRange>> known = new HashMap<>();

    /** The place of a tick in the order in which a schedule's ticks are decided. */
    private record Place(Instant due, Instant nominal) {
        boolean isBefore(Place other) {
            int order = due.compareTo(other.due);
            return order == 0 ? nominal.isBefore(other.nominal) : order < 0;
        }
    }

    private record Question(String taskId, Timing timing, Place first, Place end) {}

    LeftOutTicks(SlicePlanBuilder slice) {
        this.slice = slice;
    }

    /** A tick that its calendar leaves out is due. */
    void add(ScheduleState state, Schedule schedule, Instant nominal, Instant due) {
        ScheduleOverrides overrides = state.overrides();
        LeftOut open = overrides.leftOut();
        Instant until = (open == null ? due : open.since()).plus(MAX_OPEN);
        if (anotherComes(state, schedule, due, until)) {
            if (open == null) {
                slice.setState(state.withOverrides(overrides.withLeftOut(new LeftOut(due, nominal))));
            }
        } else if (open == null) {
            slice.skip(state.taskId(), new SkippedRange(SkipReason.CALENDAR, nominal, nominal, 1), null);
        } else {
            finish(state, new Place(due, nominal.plusNanos(1)));
        }
    }

    /** Whether a range may wait for the next tick. Schedules that follow its ends must not wait. */
    private boolean anotherComes(ScheduleState state, Schedule schedule, Instant due, Instant until) {
        Timing timing = state.timing();
        if (timing == null
                || timing.isUnforeseeable()
                || schedule.when().afterEnd() != null
                || !slice.outcomeInterest().dependants(state.taskId()).isEmpty()) {
            return false;
        }
        try {
            // A tick planned after this instant can't be decided yet, as jitter only delays.
            Optional<Instant> next = timing.next(due);
            return next.isPresent()
                    && !next.get().plus(state.jitter().longest()).isAfter(until);
        } catch (RuntimeException e) {
            return false; // The schedule is parked where its next tick is planned.
        }
    }

    /** Ends the range before a tick that is decided otherwise. */
    ScheduleState endBefore(ScheduleState state, Instant due, Instant nominal) {
        return state.overrides().leftOut() == null ? state : finish(state, new Place(due, nominal));
    }

    /** Ends the range for another reason than a tick, such as a new definition. */
    public ScheduleState end(ScheduleState state) {
        return state.overrides().leftOut() == null ? state : finish(state, decided(state));
    }

    /** As {@link #end}, but throws if its ticks can't be worked out, and keeps it open then. */
    public void tryToEnd(ScheduleState state) {
        LeftOut open = state.overrides().leftOut();
        if (open != null) {
            publish(state, ranges(state, open, decided(state)));
        }
    }

    private Place decided(ScheduleState state) {
        // What lies behind the floor of a gap belongs to the gap.
        Instant upTo = state.decidedAt(state.hasGap() ? state.floor() : slice.reached());
        return new Place(upTo, Instant.MAX);
    }

    private ScheduleState finish(ScheduleState state, Place end) {
        List<SkippedRange> ranges = List.of();
        LeftOut open = state.overrides().leftOut();
        try {
            ranges = open == null ? ranges : ranges(state, open, end);
        } catch (RuntimeException e) {
            slice.publish(
                    EventType.SCHEDULE_BROKEN,
                    state.taskId(),
                    ErrorCode.EVALUATION_FAILED + ": " + UnevaluableSchedule.words(end.due(), e)
                            + ", so it is unknown how many ticks its calendar has left out up to then");
        }
        return publish(state, ranges);
    }

    private ScheduleState publish(ScheduleState state, List<SkippedRange> ranges) {
        ScheduleState after = state.withOverrides(state.overrides().withLeftOut(null));
        slice.setState(after);
        ranges.forEach(range -> slice.skip(state.taskId(), range, null));
        return after;
    }

    private List<SkippedRange> ranges(ScheduleState state, LeftOut open, Place end) {
        Timing timing = state.timing();
        if (timing == null) {
            return List.of();
        }
        Jitter jitter = state.jitter();
        String taskId = jitter.isNone() ? "" : state.taskId();
        Question question = new Question(taskId, timing, new Place(open.since(), open.first()), end);
        List<SkippedRange> found = known.get(question);
        if (found == null) {
            found = counted(question, jitter);
            known.put(question, found);
        }
        return found;
    }

    /** Ranges without holes: with a jitter, a tick between two others may be decided at another time. */
    private static List<SkippedRange> counted(Question asked, Jitter jitter) {
        List<SkippedRange> ranges = new ArrayList<>();
        @Nullable SkippedRange range = null;
        Instant start = asked.first().due().minus(jitter.longest()).minusSeconds(1);
        for (Optional<Instant> tick = asked.timing().next(start);
                tick.isPresent() && !tick.get().isAfter(asked.end().due());
                tick = asked.timing().next(tick.get())) {
            Instant nominal = tick.get();
            Place place = new Place(jitter.due(asked.taskId(), nominal), nominal);
            if (place.isBefore(asked.first()) || !place.isBefore(asked.end())) {
                range = null;
                continue;
            }
            SkippedRange longer = range == null
                    ? new SkippedRange(SkipReason.CALENDAR, nominal, nominal, 1)
                    : new SkippedRange(SkipReason.CALENDAR, range.first(), nominal, range.count() + 1);
            if (range != null) {
                ranges.remove(ranges.size() - 1);
            }
            ranges.add(longer);
            range = longer;
        }
        return ranges;
    }
}
