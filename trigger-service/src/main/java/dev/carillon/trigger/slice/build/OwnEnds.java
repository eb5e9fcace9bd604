package dev.carillon.trigger.slice.build;

import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.timing.state.TickProgress;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Works out the next instant of a schedule that fires after its own ends. */
public final class OwnEnds {
    private OwnEnds() {}

    /**
     * The progress with the next instant, once the last execution or skip has ended.
     *
     * @param ended when; the next instant is the delay later, on a whole second
     * @param after the last instant that is decided
     */
    public static TickProgress afterEnd(TickProgress progress, Schedule schedule, Instant ended, Instant after) {
        Duration delay = schedule.when().afterEnd();
        if (delay == null) {
            return progress;
        }
        return progress.withNext(next(schedule, wholeSecondFrom(ended.plus(delay)), after));
    }

    /** Counts a skipped tick as ended at once. */
    static void skipped(ScheduleState state, SkippedRange range, SlicePlanBuilder slice) {
        Schedule schedule = state.schedule();
        boolean follows = schedule != null && schedule.when().afterEnd() != null;
        if (schedule == null || !follows || !state.progress().open().isEmpty()) {
            return;
        }
        Instant decided = later(range.last(), decided(state, slice));
        slice.setState(
                state.withProgress(afterEnd(state.progress(), schedule, later(range.last(), slice.now()), decided)));
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }

    /** The progress with the first instant of a new definition. */
    static TickProgress begun(TickProgress progress, Schedule schedule, Instant after) {
        return progress.withNext(next(schedule, after.plusSeconds(1), after));
    }

    private static @Nullable Instant next(Schedule schedule, Instant earliest, Instant after) {
        Instant next = earliest.isAfter(after) ? earliest : after.plusSeconds(1);
        Instant from = schedule.when().from();
        if (from != null && from.isAfter(next)) {
            next = from;
        }
        Instant until = schedule.when().until();
        return until != null && next.isAfter(until) ? null : next;
    }

    private static Instant wholeSecondFrom(Instant instant) {
        return Instant.ofEpochSecond(instant.getEpochSecond() + (instant.getNano() > 0 ? 1 : 0));
    }

    /** Up to where a schedule's instants are decided by now. */
    public static Instant decided(ScheduleState state, SlicePlanBuilder slice) {
        return state.decidedAt(slice.reached());
    }
}
