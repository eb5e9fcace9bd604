package dev.carillon.trigger.slice;

import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Limits;
import dev.carillon.schemas.record.Origin;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.Times;
import dev.carillon.trigger.catalogue.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes the records that a tick becomes. */
final class Ticks {
    private Ticks() {}

    /** The task of a tick. Its deadline counts from when it may start: it is due or, made up for, now. */
    static Task task(Standing standing, Schedule schedule, Instant nominal, Instant mayStart) {
        Task task = execution(standing, schedule, ExecTime.of(nominal), nominal, Origin.TICK, mayStart);
        Instant due = standing.jitter().due(standing.taskId(), nominal);
        return due.equals(nominal) ? task : task.withTimes(due, task.deadline());
    }

    /** The task of a run that somebody asked for. */
    static Task manual(Standing standing, Schedule schedule, ExecTime execTime) {
        return execution(standing, schedule, execTime, null, Origin.MANUAL, execTime.instant());
    }

    /** The task of a past instant that somebody wants made up for. */
    static Task backfilled(Standing standing, Schedule schedule, Instant nominal, ExecTime execTime, Instant now) {
        return execution(standing, schedule, execTime, nominal, Origin.BACKFILL, now);
    }

    /** From when on no outcome of it is waited for: it may start up to its deadline, and then run as long as it may. */
    static Instant over(Task task, Duration grace) {
        return Objects.requireNonNull(task.deadline())
                .plus(task.work().timeout())
                .plus(grace);
    }

    private static Task execution(
            Standing standing,
            Schedule schedule,
            ExecTime execTime,
            @Nullable Instant nominal,
            Origin origin,
            Instant mayStart) {
        Duration deadline = Objects.requireNonNullElse(schedule.deadline(), Limits.MAX_DEADLINE);
        return new Task(
                standing.taskId(),
                execTime,
                0,
                nominal,
                1,
                1,
                0,
                schedule.work(),
                null,
                mayStart.plus(deadline),
                origin,
                standing.version(),
                standing.generation(),
                Map.of(),
                Map.of());
    }

    /**
     * The result that speaks for skipped ticks.
     *
     * @param because what the reason alone does not say; null if that is all
     */
    static Result skipped(String taskId, SkippedRange range, @Nullable String because, Instant now) {
        String reason = range.reason().name();
        String words = range.count() + (range.count() == 1 ? " tick" : " ticks") + " skipped: "
                + reason.toLowerCase(Locale.ROOT)
                + (because == null ? "" : ", because " + because);
        return Result.of(ExecutionKey.of(taskId, range.first()), 1, ResultStatus.SKIPPED)
                .withReason(reason, words, null)
                .withRun(null, new Times(range.first(), null, now), null)
                .withSkipped(range);
    }
}
