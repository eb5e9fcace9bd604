package dev.carillon.trigger.slice.gap;

import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.GapCursor;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.plan.PlannedTicks;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.definition.UnevaluableSchedule;
import dev.carillon.trigger.slice.build.SkipCause;
import dev.carillon.trigger.slice.build.SlicePlan;
import dev.carillon.trigger.slice.build.SlicePlanBuilder;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;

/** Decides the next part of a gap, in which no trigger led. */
public final class GapSlice {
    private final Watermark watermark;
    private final GapCursor from;
    private final SlicePlanBuilder slice;
    private final GapReckoning reckoning;

    public GapSlice(Watermark watermark, GapCursor from, SlicePlanBuilder slice, GapReckoning reckoning) {
        this.watermark = watermark;
        this.from = from;
        this.slice = slice;
        this.reckoning = reckoning;
    }

    public SlicePlan plan(Catalogue catalogue) {
        String start = from.taskId();
        NavigableMap<String, ScheduleState> rest =
                start == null ? catalogue.states() : catalogue.states().tailMap(start, from.instant() != null);
        String last = start;
        for (ScheduleState state : rest.values()) {
            if (slice.size().isFull()) {
                return cut(new GapCursor(from.until(), last, null));
            }
            last = state.taskId();
            Instant begun = last.equals(start) ? from.instant() : null;
            Instant stopped = decide(state, begun == null ? Instant.MIN : begun);
            slice.size().decided();
            if (stopped.isBefore(from.until())) {
                return cut(new GapCursor(from.until(), last, stopped));
            }
        }
        return slice.done(DecidedUpTo.allOf(from.until()), slice.positions(), null);
    }

    private SlicePlan cut(GapCursor cursor) {
        return slice.done(watermark.reached(), slice.positions(), cursor);
    }

    /** Returns up to where the schedule is decided now. */
    private Instant decide(ScheduleState state, Instant begun) {
        Schedule schedule = state.schedule();
        Timing timing = state.plan();
        if (!state.fires() || schedule == null || timing == null) {
            return from.until();
        }
        Instant after = later(state.decidedAt(state.floor()), state.decidedAt(watermark.reached()));
        MissedTicks missed;
        try {
            slice.leftOut().tryToEnd(state);
            missed = reckoning.of(
                    PlannedTicks.of(state, timing, slice.calendars()::named), after, from.until(), schedule.missed());
        } catch (RuntimeException e) {
            // Its own gap is decided when it is applied again; the gap of the others goes on.
            ScheduleState now = Objects.requireNonNull(slice.state(state.taskId()));
            ParkedSchedules.park(now, UnevaluableSchedule.words(after, e), slice);
            return from.until();
        }
        if (begun.equals(Instant.MIN)) {
            missed.skipped()
                    .forEach(range ->
                            slice.skip(state.taskId(), range, SkipCause.inGap(range.reason(), schedule, slice.now())));
        }
        List<Instant> madeUp = missed.madeUp();
        for (int i = 0; i < madeUp.size(); i++) {
            Instant nominal = madeUp.get(i);
            if (nominal.isAfter(begun)) {
                if (slice.size().isFull() && i > 0) {
                    return madeUp.get(i - 1);
                }
                slice.tick(state, schedule, nominal, slice.now());
            }
        }
        return from.until();
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }
}
