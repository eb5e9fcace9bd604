package dev.carillon.schemas.record;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.VersionField;
import dev.carillon.schemas.work.Work;
import io.soabase.recordbuilder.core.RecordBuilder;
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
@RecordBuilder
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
        return TaskBuilder.builder()
                .taskId(key.taskId())
                .execTime(key.execTime())
                .sub(key.sub())
                .attempt(1)
                .delivery(1)
                .work(work)
                .origin(origin)
                .metadata(Map.of())
                .rest(Map.of())
                .build();
    }

    public static Task read(Fields f) {
        VersionField.check(f, V);
        return TaskBuilder.builder()
                .taskId(f.required("taskId", f.parsed("taskId", Limits.CHECKED_TEXT, TaskId::check)))
                .execTime(f.spelled("execTime", Limits.KEY, ExecTime::read))
                .sub((int) f.number("sub", 0, 0, Limits.SUB_EXECUTION))
                .nominalTime(f.instant("nominalTime"))
                .attempt((int) f.number("attempt", 1, 1, Limits.MAX_RETRIES + 1L))
                .delivery((int) f.number("delivery", 1, 1, Integer.MAX_VALUE))
                .replays((int) f.number("replays", 0, 0, Integer.MAX_VALUE))
                .work(Work.read(f))
                .notBefore(f.instant("notBefore"))
                .deadline(f.instant("deadline"))
                .origin(Objects.requireNonNullElse(f.choice("origin", Origin.class), Origin.SUBMITTED))
                .scheduleVersion(f.number("scheduleVersion", 0, Long.MAX_VALUE))
                .generation(f.number("generation", 0, Long.MAX_VALUE))
                .metadata(f.textMap("metadata", Limits.LABELS, Limits.LABEL_NAME, Limits.METADATA_VALUE))
                .rest(f.rest())
                .build();
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
        return TaskBuilder.builder(this)
                .taskId(key.taskId())
                .execTime(key.execTime())
                .sub(key.sub())
                .build();
    }

    /** The task with the fields that follow from its record's topic, position and append time. */
    public Task placed(ExecutionKey key, String queue, Priority priority, Instant newDeadline) {
        boolean inQueue = work.queue().equals(queue) && work.priority() == priority;
        return TaskBuilder.builder(this)
                .taskId(key.taskId())
                .execTime(key.execTime())
                .sub(key.sub())
                .work(inQueue ? work : work.withQueue(queue).withPriority(priority))
                .deadline(newDeadline)
                .build();
    }

    public Task withNominalTime(Instant instant) {
        return TaskBuilder.builder(this).nominalTime(instant).build();
    }

    public Task withTimes(@Nullable Instant newNotBefore, @Nullable Instant newDeadline) {
        return TaskBuilder.builder(this)
                .notBefore(newNotBefore)
                .deadline(newDeadline)
                .build();
    }

    public Task withSchedule(long newVersion, long newGeneration) {
        return TaskBuilder.builder(this)
                .scheduleVersion(newVersion)
                .generation(newGeneration)
                .build();
    }

    public Task withWork(Work newWork) {
        return TaskBuilder.builder(this).work(newWork).build();
    }

    /** The next attempt, not to start before the given instant. */
    public Task nextAttempt(Instant newNotBefore) {
        return TaskBuilder.builder(this)
                .attempt(attempt + 1)
                .delivery(1)
                .notBefore(newNotBefore)
                .origin(Origin.RETRY)
                .build();
    }

    /** The same attempt once more, after a worker handed it back. */
    public Task redelivered() {
        return TaskBuilder.builder(this).delivery(delivery + 1).build();
    }
}
