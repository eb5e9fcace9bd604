package dev.carillon.trigger.slice;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Arrangements;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.trigger.catalogue.InputRecord;
import dev.carillon.trigger.catalogue.Standing;
import dev.carillon.trigger.catalogue.Unevaluable;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the tick that somebody wants skipped: the next one that would become a task. It is remembered by its instant, so
 * that it is the same one whoever leads when it is due.
 */
final class SkipNext {
    /** Instants looked at before a schedule counts as one that fires no more: a calendar may leave out many. */
    private static final int MOST_LOOKED_AT = 10_000;

    private SkipNext() {}

    static void decide(InputRecord record, Standing standing, Draft draft) {
        Arrangements arrangements = standing.arrangements();
        Instant next;
        try {
            Timing timing = standing.plan();
            next = timing == null || standing.isComplete()
                    ? null
                    : next(standing, PlannedTicks.of(standing, timing, draft), draft);
        } catch (RuntimeException e) {
            // Whether the schedule itself has to be parked shows where its ticks are planned.
            String failure = Unevaluable.words(draft.reached().due(), e);
            draft.putAside(record, ErrorCode.EVALUATION_FAILED, "subject: " + failure + "; apply the schedule anew");
            return;
        }
        if (next == null) {
            draft.putAside(
                    record,
                    ErrorCode.NEVER_FIRES,
                    "subject: no tick of " + ContractException.shown(standing.taskId())
                            + " is planned that could be skipped");
        } else if (ahead(arrangements, over(standing, draft)) >= Arrangements.MOST_SKIPPED) {
            draft.putAside(
                    record,
                    ErrorCode.TOO_MANY_ENTRIES,
                    "subject: of " + ContractException.shown(standing.taskId()) + " already "
                            + Arrangements.MOST_SKIPPED + " ticks are to be skipped; pause it instead");
        } else {
            draft.stand(standing.withArrangements(arrangements.skipping(next, over(standing, draft))));
        }
    }

    /** How many are to be skipped yet. */
    private static long ahead(Arrangements arrangements, Instant over) {
        return arrangements.skipping().stream()
                .filter(instant -> !instant.isBefore(over))
                .count();
    }

    /** Instants before that are decided. Those of a gap are when it ends. */
    private static Instant over(Standing standing, Draft draft) {
        Reached decided = standing.hasGap() && standing.floor().compareTo(draft.reached()) < 0
                ? standing.floor()
                : draft.reached();
        return decided.due().minus(standing.jitter().longest());
    }

    private static @Nullable Instant next(Standing standing, PlannedTicks ticks, Draft draft) {
        Instant decided = standing.decidedAt(draft.reached());
        Instant first = null;
        Instant firstDue = null;
        Optional<Instant> tick = ticks.firstDueAfter(decided);
        for (int looked = 0; looked < MOST_LOOKED_AT && tick.isPresent(); looked++) {
            Instant nominal = tick.get();
            if (firstDue != null && nominal.isAfter(firstDue)) {
                break; // What comes later is due later.
            }
            Instant due = standing.jitter().due(standing.taskId(), nominal);
            boolean earlier = firstDue == null || due.isBefore(firstDue);
            SkipReason against = ticks.against(nominal);
            if (due.isAfter(decided) && standing.owes(due) && earlier && against == null) {
                first = nominal;
                firstDue = due;
            }
            // A schedule of every second has more ticks on one day that does not count than are looked at.
            tick = against == SkipReason.CALENDAR ? ticks.nextOnADayThatCounts(nominal) : ticks.next(nominal);
        }
        return first;
    }
}
