package dev.carillon.schemas.record;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.TaskId;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of one execution, to be run. A record made by hand needs only {@code taskId}, {@code type} and {@code
 * payload}.
 *
 * @param execTime absent in a hand-made record, which is then identified by its position
 * @param sub number of a sub-execution, or 0
 * @param delivery how often this same attempt was dispatched, from 1
 */
public record Task(
        String taskId,
        @Nullable ExecTime execTime,
        int sub,
        @Nullable Instant nominalTime,
        int attempt,
        int delivery,
        int replays,
        Work work,
        @Nullable Instant notBefore,
        @Nullable Instant deadline,
        Origin origin,
        @Nullable Long scheduleVersion,
        @Nullable Long generation,
        Map<String, String> metadata,
        Map<String, RawJson> rest) {
    public static final int V = 1;

    /** A first attempt with defaults for all other fields. */
    public static Task first(ExecutionKey key, Origin origin, Work work) {
        return new Task(
                key.taskId(),
                key.execTime(),
                key.sub(),
                null,
                1,
                1,
                0,
                work,
                null,
                null,
                origin,
                null,
                null,
                Map.of(),
                Map.of());
    }

    public static Task read(Fields f) {
        VersionField.check(f, V);
        return new Task(
                f.required("taskId", f.parsed("taskId", Limits.CHECKED_TEXT, TaskId::check)),
                f.spelled("execTime", Limits.KEY, ExecTime::read),
                (int) f.number("sub", 0, 0, Limits.SUB_EXECUTION),
                f.instant("nominalTime"),
                (int) f.number("attempt", 1, 1, Limits.MAX_RETRIES + 1L),
                (int) f.number("delivery", 1, 1, Integer.MAX_VALUE),
                (int) f.number("replays", 0, 0, Integer.MAX_VALUE),
                Work.read(f),
                f.instant("notBefore"),
                f.instant("deadline"),
                Objects.requireNonNullElse(f.choice("origin", Origin.class), Origin.SUBMITTED),
                f.number("scheduleVersion", 0, Long.MAX_VALUE),
                f.number("generation", 0, Long.MAX_VALUE),
                f.textMap("metadata", Limits.LABELS, Limits.LABEL_NAME, Limits.METADATA_VALUE),
                f.rest());
    }

    public void write(FieldWriter out) {
        out.number("v", V, V, V)
                .parsed("taskId", taskId, Limits.CHECKED_TEXT, TaskId::check)
                .spelled("execTime", execTime == null ? null : execTime.bytes())
                .numberUnless(0, "sub", sub, 0, Limits.SUB_EXECUTION)
                .instant("nominalTime", nominalTime)
                .number("attempt", attempt, 1, Limits.MAX_RETRIES + 1L)
                .numberUnless(1, "delivery", delivery, 1, Integer.MAX_VALUE)
                .numberUnless(0, "replays", replays, 0, Integer.MAX_VALUE);
        work.write(out);
        out.instant("notBefore", notBefore)
                .instant("deadline", deadline)
                .choice("origin", origin)
                .number("scheduleVersion", scheduleVersion, 0, Long.MAX_VALUE)
                .number("generation", generation, 0, Long.MAX_VALUE)
                .textMap("metadata", metadata, Limits.LABELS, Limits.LABEL_NAME, Limits.METADATA_VALUE)
                .rest(rest);
    }

    /** Refuses fields of the contract that this version does not support. */
    public void checkSupported() {
        if (work.shards() != null) {
            throw new ContractException(
                    ErrorCode.NOT_SUPPORTED_YET,
                    "shards",
                    "is not supported by this version",
                    "leave it out for now, and submit the parts as tasks of their own");
        }
    }

    /** The key; null if the value names no execTime. */
    public @Nullable ExecutionKey key() {
        return execTime == null ? null : ExecutionKey.of(taskId, execTime, sub);
    }

    public Task withKey(ExecutionKey key) {
        return new Task(
                key.taskId(),
                key.execTime(),
                key.sub(),
                nominalTime,
                attempt,
                delivery,
                replays,
                work,
                notBefore,
                deadline,
                origin,
                scheduleVersion,
                generation,
                metadata,
                rest);
    }

    /** The task with the fields that follow from its record's topic, position and append time. */
    public Task placed(ExecutionKey key, String queue, Priority priority, Instant newDeadline) {
        boolean inQueue = work.queue().equals(queue) && work.priority() == priority;
        return new Task(
                key.taskId(),
                key.execTime(),
                key.sub(),
                nominalTime,
                attempt,
                delivery,
                replays,
                inQueue ? work : work.withQueue(queue).withPriority(priority),
                notBefore,
                newDeadline,
                origin,
                scheduleVersion,
                generation,
                metadata,
                rest);
    }

    public Task withNominalTime(Instant instant) {
        return new Task(
                taskId,
                execTime,
                sub,
                instant,
                attempt,
                delivery,
                replays,
                work,
                notBefore,
                deadline,
                origin,
                scheduleVersion,
                generation,
                metadata,
                rest);
    }

    public Task withTimes(@Nullable Instant newNotBefore, @Nullable Instant newDeadline) {
        return new Task(
                taskId,
                execTime,
                sub,
                nominalTime,
                attempt,
                delivery,
                replays,
                work,
                newNotBefore,
                newDeadline,
                origin,
                scheduleVersion,
                generation,
                metadata,
                rest);
    }

    public Task withSchedule(long newVersion, long newGeneration) {
        return new Task(
                taskId,
                execTime,
                sub,
                nominalTime,
                attempt,
                delivery,
                replays,
                work,
                notBefore,
                deadline,
                origin,
                newVersion,
                newGeneration,
                metadata,
                rest);
    }

    public Task withWork(Work newWork) {
        return new Task(
                taskId,
                execTime,
                sub,
                nominalTime,
                attempt,
                delivery,
                replays,
                newWork,
                notBefore,
                deadline,
                origin,
                scheduleVersion,
                generation,
                metadata,
                rest);
    }

    /** The next attempt, not to start before the given instant. */
    public Task nextAttempt(Instant newNotBefore) {
        return new Task(
                taskId,
                execTime,
                sub,
                nominalTime,
                attempt + 1,
                1,
                replays,
                work,
                newNotBefore,
                deadline,
                Origin.RETRY,
                scheduleVersion,
                generation,
                metadata,
                rest);
    }

    /** The same attempt once more, after a worker handed it back. */
    public Task redelivered() {
        return new Task(
                taskId,
                execTime,
                sub,
                nominalTime,
                attempt,
                delivery + 1,
                replays,
                work,
                notBefore,
                deadline,
                origin,
                scheduleVersion,
                generation,
                metadata,
                rest);
    }
}
