package dev.carillon.trigger.slice.build;

import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskBuilder;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.timing.state.ScheduleState;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builds the tasks of executions and the results of skipped ticks. */
public final class TickRecords {
    private TickRecords() {}

    /** The task of a tick. Its deadline counts from when it may start: it is due or, made up for, now. */
    static Task task(ScheduleState state, Schedule schedule, Instant nominal, Instant mayStart) {
        Task task = execution(state, schedule, ExecTime.of(nominal), nominal, Origin.TICK, mayStart);
        Instant due = state.jitter().due(state.taskId(), nominal);
        return due.equals(nominal) ? task : task.withTimes(due, task.deadline());
    }

    /** The task of a run that a command orders. */
    public static Task manual(ScheduleState state, Schedule schedule, ExecTime execTime) {
        return execution(state, schedule, execTime, null, Origin.MANUAL, execTime.instant());
    }

    /** The task of one instant of a backfill. */
    public static Task backfilled(
            ScheduleState state, Schedule schedule, Instant nominal, ExecTime execTime, Instant now) {
        return execution(state, schedule, execTime, nominal, Origin.BACKFILL, now);
    }

    /** When its outcome is overdue: its deadline, its timeout and the grace have passed. */
    public static Instant over(Task task, Duration grace) {
        return Objects.requireNonNull(task.deadline())
                .plus(task.work().timeout())
                .plus(grace);
    }

    private static Task execution(
            ScheduleState state,
            Schedule schedule,
            ExecTime execTime,
            @Nullable Instant nominal,
            Origin origin,
            Instant mayStart) {
        Duration deadline = Objects.requireNonNullElse(schedule.deadline(), Limits.MAX_DEADLINE);
        return TaskBuilder.builder()
                .taskId(state.taskId())
                .execTime(execTime)
                .nominalTime(nominal)
                .attempt(1)
                .delivery(1)
                .work(schedule.work())
                .deadline(mayStart.plus(deadline))
                .origin(origin)
                .scheduleVersion(state.version())
                .generation(state.generation())
                .metadata(Map.of())
                .rest(Map.of())
                .build();
    }

    /**
     * The result of skipped ticks.
     *
     * @param because the cause beyond the reason code; null if there is none
     */
    static Result skipped(String taskId, SkippedRange range, @Nullable String because, Instant now) {
        String reason = range.reason().name();
        String words = range.count() + (range.count() == 1 ? " tick" : " ticks") + " skipped: "
                + reason.toLowerCase(Locale.ROOT)
                + (because == null ? "" : ", because " + because);
        return Result.of(ExecutionKey.of(taskId, range.first()), 1, ResultStatus.SKIPPED)
                .withReason(reason, words, null)
                .withRun(null, new AttemptTimes(range.first(), null, now), null)
                .withSkipped(range);
    }
}
