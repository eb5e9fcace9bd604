package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.GapCursor;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.Watermark;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.Standing;
import dev.carillon.trigger.catalogue.Unevaluable;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;

/** Decides the next part of a time in which nobody led. */
final class GapSlice {
    private final Watermark watermark;
    private final GapCursor from;
    private final Draft draft;
    private final GapReckoning reckoning;

    GapSlice(Watermark watermark, GapCursor from, Draft draft, GapReckoning reckoning) {
        this.watermark = watermark;
        this.from = from;
        this.draft = draft;
        this.reckoning = reckoning;
    }

    SlicePlan plan(Catalogue catalogue) {
        String start = from.taskId();
        NavigableMap<String, Standing> rest =
                start == null ? catalogue.standings() : catalogue.standings().tailMap(start, from.instant() != null);
        String last = start;
        for (Standing standing : rest.values()) {
            if (draft.size.isFull()) {
                return cut(new GapCursor(from.until(), last, null));
            }
            last = standing.taskId();
            Instant begun = last.equals(start) ? from.instant() : null;
            Instant stopped = decide(standing, begun == null ? Instant.MIN : begun);
            draft.size.decided();
            if (stopped.isBefore(from.until())) {
                return cut(new GapCursor(from.until(), last, stopped));
            }
        }
        return draft.done(Reached.allOf(from.until()), draft.positions(), null);
    }

    private SlicePlan cut(GapCursor cursor) {
        return draft.done(watermark.reached(), draft.positions(), cursor);
    }

    /** Returns up to where the schedule is decided now. */
    private Instant decide(Standing standing, Instant begun) {
        Schedule schedule = standing.schedule();
        Timing timing = standing.plan();
        if (!standing.fires() || schedule == null || timing == null) {
            return from.until();
        }
        Instant after = later(standing.decidedAt(standing.floor()), standing.decidedAt(watermark.reached()));
        MissedTicks missed;
        try {
            draft.leftOut.tryToEnd(standing);
            missed = reckoning.of(PlannedTicks.of(standing, timing, draft), after, from.until(), schedule.missed());
        } catch (RuntimeException e) {
            // This gap is a part of its own, which is decided when it is applied again; the others' goes on.
            Standing now = Objects.requireNonNull(draft.standing(standing.taskId()));
            ParkedSchedules.park(now, Unevaluable.words(after, e), draft);
            return from.until();
        }
        if (begun.equals(Instant.MIN)) {
            missed.skipped()
                    .forEach(range ->
                            draft.skip(standing.taskId(), range, SkipCause.inGap(range.reason(), schedule, draft.now)));
        }
        List<Instant> madeUp = missed.madeUp();
        for (int i = 0; i < madeUp.size(); i++) {
            Instant nominal = madeUp.get(i);
            if (nominal.isAfter(begun)) {
                if (draft.size.isFull() && i > 0) {
                    return madeUp.get(i - 1);
                }
                draft.tick(standing, schedule, nominal, draft.now);
            }
        }
        return from.until();
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }
}
