package dev.carillon.schemas.record;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.schemas.work.VersionField;
import dev.carillon.schemas.work.WorkerRef;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A worker's report on one attempt.
 *
 * @param code why it ended so: an {@code ErrorCode} or the handler's own code; retry rules match on it
 * @param message one line for people
 * @param error details, for example a stack trace
 * @param task the task, if the attempt did not succeed, so that a retry needs nothing else
 * @param skipped the ticks that a SKIPPED result covers
 */
@RecordBuilder
public record Result(
        ExecutionKey key,
        int attempt,
        int delivery,
        ResultStatus status,
        @Nullable String code,
        @Nullable String message,
        @Nullable RawJson data,
        @Nullable String error,
        @Nullable WorkerRef worker,
        AttemptTimes times,
        @Nullable TaskPosition position,
        @Nullable Task task,
        @Nullable SkippedRange skipped,
        Map<String, RawJson> rest) {
    public static final int V = 1;

    public static Result of(ExecutionKey key, int attempt, ResultStatus status) {
        return ResultBuilder.builder()
                .key(key)
                .attempt(attempt)
                .delivery(1)
                .status(status)
                .times(AttemptTimes.NONE)
                .rest(Map.of())
                .build();
    }

    public static Result read(Fields f) {
        VersionField.check(f, V);
        Result result = ResultBuilder.builder()
                .key(f.required("key", f.spelled("key", Limits.KEY, ExecutionKey::read)))
                .attempt((int) f.number("attempt", 1, 1, Limits.MAX_RETRIES + 1L))
                .delivery((int) f.number("delivery", 1, 1, Integer.MAX_VALUE))
                .status(f.required("status", f.constant("status", ResultStatus.class)))
                .code(f.text("code", Limits.CODE))
                .message(f.text("message", Limits.MESSAGE))
                .data(f.raw("data", Limits.RESULT_DATA_BYTES))
                .error(f.text("error", Limits.ERROR))
                .worker(f.object("worker", WorkerRef::read))
                .times(Objects.requireNonNullElse(f.object("times", AttemptTimes::read), AttemptTimes.NONE))
                .position(f.object("position", TaskPosition::read))
                .task(f.object("task", Task::read))
                .skipped(f.object("skipped", SkippedRange::read))
                .rest(f.rest())
                .build();
        result.check();
        return result;
    }

    private void check() {
        if (status == ResultStatus.SKIPPED && skipped == null) {
            throw new ContractException(ErrorCode.MISSING_FIELD, "skipped", "is missing", "add it");
        }
        ExecutionKey own = task == null ? null : task.key();
        if (own != null && !own.equals(key)) {
            throw new ContractException(
                    ErrorCode.KEY_MISMATCH,
                    "task",
                    ContractException.shown(own) + " is not the key of the result, " + ContractException.shown(key),
                    "send a result with its own task");
        }
    }

    public void write(FieldWriter out) {
        check();
        out.number("v", V, V, V)
                .spelled("key", key.bytes())
                .number("attempt", attempt, 1, Limits.MAX_RETRIES + 1L)
                .numberUnless(1, "delivery", delivery, 1, Integer.MAX_VALUE)
                .constant("status", status)
                .prose("code", code, Limits.CODE)
                .prose("message", message, Limits.MESSAGE)
                .raw("data", data, Limits.RESULT_DATA_BYTES)
                .prose("error", error, Limits.ERROR)
                .object("worker", worker, WorkerRef::write)
                .object("times", times.equals(AttemptTimes.NONE) ? null : times, AttemptTimes::write)
                .object("position", position, TaskPosition::write)
                .object("task", task, Task::write)
                .object("skipped", skipped, SkippedRange::write)
                .rest(rest);
    }

    public Result withReason(@Nullable String newCode, @Nullable String newMessage, @Nullable String newError) {
        return ResultBuilder.builder(this)
                .code(newCode)
                .message(newMessage)
                .error(newError)
                .build();
    }

    public Result withData(@Nullable RawJson newData) {
        return ResultBuilder.builder(this).data(newData).build();
    }

    public Result withRun(@Nullable WorkerRef newWorker, AttemptTimes newTimes, @Nullable TaskPosition newPosition) {
        return ResultBuilder.builder(this)
                .worker(newWorker)
                .times(newTimes)
                .position(newPosition)
                .build();
    }

    public Result withTask(@Nullable Task newTask) {
        return ResultBuilder.builder(this)
                .delivery(newTask == null ? delivery : newTask.delivery())
                .task(newTask)
                .build();
    }

    public Result withSkipped(SkippedRange range) {
        return ResultBuilder.builder(this).skipped(range).build();
    }
}
