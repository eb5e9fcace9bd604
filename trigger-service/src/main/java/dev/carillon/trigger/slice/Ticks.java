package dev.carillon.trigger.slice;

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
import java.util.Objects;

/** Makes the records that a tick becomes. */
final class Ticks {
    private Ticks() {}

    /** The task of a tick. Its deadline counts from when it may start: its instant or, made up for, now. */
    static Task task(Standing standing, Schedule schedule, Instant nominal, Instant mayStart) {
        return execution(standing, schedule, nominal, Origin.TICK, mayStart).withNominalTime(nominal);
    }

    /** The task of a run that somebody asked for. */
    static Task manual(Standing standing, Schedule schedule, Instant execTime) {
        return execution(standing, schedule, execTime, Origin.MANUAL, execTime);
    }

    private static Task execution(
            Standing standing, Schedule schedule, Instant execTime, Origin origin, Instant mayStart) {
        Duration deadline = Objects.requireNonNullElse(schedule.deadline(), Limits.MAX_DEADLINE);
        return Task.first(ExecutionKey.of(standing.taskId(), execTime), origin, schedule.work())
                .withTimes(null, mayStart.plus(deadline))
                .withSchedule(standing.version(), standing.generation());
    }

    /** The result that speaks for skipped ticks. */
    static Result skipped(String taskId, SkippedRange range, Instant now) {
        String reason = range.reason().name();
        String words = range.count() + (range.count() == 1 ? " tick" : " ticks") + " skipped: "
                + reason.toLowerCase(Locale.ROOT);
        return Result.of(ExecutionKey.of(taskId, range.first()), 1, ResultStatus.SKIPPED)
                .withReason(reason, words, null)
                .withRun(null, new Times(range.first(), null, now), null)
                .withSkipped(range);
    }
}
