package dev.carillon.trigger.slice;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Arrangements;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.LeftOut;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.trigger.catalogue.Standing;
import dev.carillon.trigger.catalogue.Unevaluable;
import dev.carillon.trigger.cron.Jitter;
import dev.carillon.trigger.cron.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Ticks that a calendar leaves out, one after the other. The first of them goes into the schedule's marker, and stands there
 * for all that are due up to the watermark: whatever else is to be said of a tick ends the range, so which ticks are in it
 * follows from the timing alone, and nothing is written for each. When it ends it becomes one record.
 */
final class LeftOutTicks {
    /** So long a range stays open: until then nobody is told why those ticks did not run. */
    private static final Duration OPEN_AT_MOST = Duration.ofMinutes(1);

    private final Draft draft;
    /** Schedules that fire together are counted together. */
    private final Map<Question, List<SkippedRange>> known = new HashMap<>();

    /** The place of a tick in the order in which a schedule's ticks are decided. */
    private record Place(Instant due, Instant nominal) {
        boolean isBefore(Place other) {
            int order = due.compareTo(other.due);
            return order == 0 ? nominal.isBefore(other.nominal) : order < 0;
        }
    }

    private record Question(String taskId, Timing timing, Place first, Place end) {}

    LeftOutTicks(Draft draft) {
        this.draft = draft;
    }

    /** A tick that its calendar leaves out is due. */
    void add(Standing standing, Schedule schedule, Instant nominal, Instant due) {
        Arrangements arrangements = standing.arrangements();
        LeftOut open = arrangements.leftOut();
        Instant until = (open == null ? due : open.since()).plus(OPEN_AT_MOST);
        if (anotherComes(standing, schedule, due, until)) {
            if (open == null) {
                draft.stand(standing.withArrangements(arrangements.withLeftOut(new LeftOut(due, nominal))));
            }
        } else if (open == null) {
            draft.skip(standing.taskId(), new SkippedRange(SkipReason.CALENDAR, nominal, nominal, 1), null);
        } else {
            finish(standing, new Place(due, nominal.plusNanos(1)));
        }
    }

    /** Only then can a range wait for it. Who goes by the ends of this one must not wait. */
    private boolean anotherComes(Standing standing, Schedule schedule, Instant due, Instant until) {
        Timing timing = standing.timing();
        if (timing == null
                || timing.isUnforeseeable()
                || schedule.when().afterEnd() != null
                || !draft.awaited().dependants(standing.taskId()).isEmpty()) {
            return false;
        }
        try {
            // One planned later than this is due can't be decided yet, however far it is put off.
            Optional<Instant> next = timing.next(due);
            return next.isPresent()
                    && !next.get().plus(standing.jitter().longest()).isAfter(until);
        } catch (RuntimeException e) {
            return false; // Where its next tick is planned it is parked for that.
        }
    }

    /** Of a later tick something else is to be said. */
    Standing endBefore(Standing standing, Instant due, Instant nominal) {
        return standing.arrangements().leftOut() == null ? standing : finish(standing, new Place(due, nominal));
    }

    /** Something else than a tick ends the range. */
    Standing end(Standing standing) {
        return standing.arrangements().leftOut() == null ? standing : finish(standing, decided(standing));
    }

    /** As {@link #end}, where a failure is somebody's who can keep the range open. */
    void tryToEnd(Standing standing) {
        LeftOut open = standing.arrangements().leftOut();
        if (open != null) {
            publish(standing, ranges(standing, open, decided(standing)));
        }
    }

    private Place decided(Standing standing) {
        // What lies behind the floor of a gap belongs to the gap.
        Instant upTo = standing.decidedAt(standing.hasGap() ? standing.floor() : draft.reached());
        return new Place(upTo, Instant.MAX);
    }

    private Standing finish(Standing standing, Place end) {
        List<SkippedRange> ranges = List.of();
        LeftOut open = standing.arrangements().leftOut();
        try {
            ranges = open == null ? ranges : ranges(standing, open, end);
        } catch (RuntimeException e) {
            draft.say(
                    EventType.SCHEDULE_BROKEN,
                    standing.taskId(),
                    ErrorCode.EVALUATION_FAILED + ": " + Unevaluable.words(end.due(), e)
                            + ", so nobody can say how many ticks its calendar has left out up to then");
        }
        return publish(standing, ranges);
    }

    private Standing publish(Standing standing, List<SkippedRange> ranges) {
        Standing after = standing.withArrangements(standing.arrangements().withLeftOut(null));
        draft.stand(after);
        ranges.forEach(range -> draft.skip(standing.taskId(), range, null));
        return after;
    }

    private List<SkippedRange> ranges(Standing standing, LeftOut open, Place end) {
        Timing timing = standing.timing();
        if (timing == null) {
            return List.of();
        }
        Jitter jitter = standing.jitter();
        String taskId = jitter.isNone() ? "" : standing.taskId();
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
