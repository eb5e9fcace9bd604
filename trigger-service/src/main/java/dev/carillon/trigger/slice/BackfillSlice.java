package dev.carillon.trigger.slice;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Backfill;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkipReason;
import dev.carillon.schemas.record.Task;
import dev.carillon.trigger.catalogue.Backfills;
import dev.carillon.trigger.catalogue.Standing;
import dev.carillon.trigger.catalogue.Unevaluable;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.util.Collection;
import java.util.Objects;

/** Makes the next executions of backfills, where no tick is due. */
final class BackfillSlice {
    /** Instants that one slice looks at: a tick that falls due meanwhile waits for it. */
    private static final int LOOKED_AT = 500;

    private final Draft draft;
    private int looked;

    private BackfillSlice(Draft draft) {
        this.draft = draft;
    }

    /** As many as there is room for, one schedule after the other. */
    static void goOn(Collection<String> taskIds, Draft draft) {
        BackfillSlice slice = new BackfillSlice(draft);
        for (String taskId : taskIds) {
            Standing standing = draft.standing(taskId);
            if (slice.isFull()) {
                return;
            }
            if (standing != null && Backfills.mayGoOn(standing)) {
                slice.goOn(
                        standing,
                        Objects.requireNonNull(standing.schedule()),
                        Objects.requireNonNull(standing.timing()));
            }
        }
    }

    private boolean isFull() {
        return looked >= LOOKED_AT || draft.size.isFull();
    }

    private void goOn(Standing standing, Schedule schedule, Timing timing) {
        if (!draft.queueExists(schedule.work().queue())) {
            String why = ErrorCode.UNKNOWN_QUEUE + ": queue " + BackfillDecision.noTopics(schedule);
            BackfillDecision.end(standing, why, draft);
            return;
        }
        PlannedTicks.Days days = PlannedTicks.of(standing, timing, draft).days();
        Backfill backfill = Objects.requireNonNull(standing.arrangements().backfill());
        while (backfill.mayGoOn() && !isFull()) {
            looked++;
            Instant nominal;
            try {
                nominal = timing.next(backfill.next().minusNanos(1)).orElse(backfill.to());
            } catch (RuntimeException e) {
                // Others go on; whether the schedule itself has to be parked shows where its ticks are planned.
                end(standing, backfill, ErrorCode.EVALUATION_FAILED + ": " + Unevaluable.words(backfill.next(), e));
                return;
            }
            if (!nominal.isBefore(backfill.to())) {
                backfill = backfill.decided();
                break;
            }
            SkipReason against = days == null ? null : days.against(nominal);
            if (against == SkipReason.BROKEN) {
                end(standing, backfill, ErrorCode.UNKNOWN_CALENDAR + ": its calendar does not exist");
                return;
            }
            backfill = against == null ? made(backfill, standing, schedule, nominal) : backfill.leftOut(nominal);
        }
        BackfillDecision.stand(standing, backfill, draft);
    }

    private void end(Standing standing, Backfill reached, String why) {
        BackfillDecision.end(standing.withArrangements(standing.arrangements().withBackfill(reached)), why, draft);
    }

    private Backfill made(Backfill backfill, Standing standing, Schedule schedule, Instant nominal) {
        Task task = Ticks.backfilled(standing, schedule, nominal, backfill.execTime(nominal), draft.now);
        draft.dispatch(task);
        return backfill.made(nominal, Ticks.over(task, draft.rules().grace()));
    }
}
