package dev.carillon.trigger.definition;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ClientMark;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.record.RecordKeys;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Origin;
import dev.carillon.timing.cron.Timing;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The meaning of a record in {@code schedules}. */
public sealed interface DefinitionRecord {
    /** No time of a schedule's execution is longer as text. */
    ExecTime LONGEST = new ExecTime(Instant.parse("9999-12-31T23:59:59.999999999Z"), ClientMark.ofNumber(0), null);

    /** A task adds only defaults and times to its definition, so one of this size can't make a task too large. */
    int CERTAINLY_FITS = Limits.TASK_BYTES / 4;

    /** A definition that can be planned. */
    record Good(Schedule schedule, Timing timing) implements DefinitionRecord {}

    /** The schedule is deleted. */
    record Gone(String taskId) implements DefinitionRecord {}

    /** A record that can't be used; without a taskId its schedule is unknown. */
    record Bad(@Nullable String taskId, ErrorCode code, String message) implements DefinitionRecord {}

    /** Reads a record; returns one of the three for any bytes. */
    static DefinitionRecord read(InputRecord record, SharedParts parts) {
        String taskId = null;
        try {
            byte[] key = record.key();
            if (key == null) {
                throw new ContractException(
                        ErrorCode.KEY_MISMATCH, "key", "is missing", "send the schedule with its taskId as the key");
            }
            taskId = TaskId.check("key", new String(key, StandardCharsets.UTF_8));
            byte[] value = record.value();
            return value == null ? new Gone(taskId) : good(key, value, parts);
        } catch (ContractException e) {
            return new Bad(taskId, e.code(), String.valueOf(e.getMessage()));
        }
    }

    private static Good good(byte[] key, byte[] value, SharedParts parts) {
        Schedule schedule = Kind.SCHEDULE.decode(value);
        RecordKeys.check(key, schedule);
        schedule.checkSupported();
        Timing timing = timing(schedule, parts);
        if (value.length > CERTAINLY_FITS) {
            // A tick that can't be encoded would fail its whole slice, so the size is checked here.
            ExecutionKey longest = ExecutionKey.of(schedule.taskId(), LONGEST);
            Kind.TASK.encode(Task.first(longest, Origin.TICK, schedule.work()));
            // A marker keeps it with its defaults written out, which is longer than the record that was read.
            Kind.SCHEDULE.encode(schedule);
        }
        return new Good(parts.compact(schedule), timing);
    }

    private static Timing timing(Schedule schedule, SharedParts parts) {
        try {
            return parts.timing(schedule);
        } catch (ContractException e) {
            throw e;
        } catch (RuntimeException e) {
            // A bug that shows with one definition must not keep the others from being read.
            throw new ContractException(
                    ErrorCode.EVALUATION_FAILED,
                    schedule.when().cron() != null ? "cron" : "when",
                    UnevaluableSchedule.words(Instant.EPOCH, e),
                    "write the time in another way, and report this as a bug");
        }
    }
}
