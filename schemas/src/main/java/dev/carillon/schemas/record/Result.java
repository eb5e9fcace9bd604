package dev.carillon.schemas.record;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
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
        return new Result(
                key, attempt, 1, status, null, null, null, null, null, AttemptTimes.NONE, null, null, null, Map.of());
    }

    public static Result read(Fields f) {
        VersionField.check(f, V);
        Result result = new Result(
                f.required("key", f.spelled("key", Limits.KEY, ExecutionKey::read)),
                (int) f.number("attempt", 1, 1, Limits.MAX_RETRIES + 1L),
                (int) f.number("delivery", 1, 1, Integer.MAX_VALUE),
                f.required("status", f.constant("status", ResultStatus.class)),
                f.text("code", Limits.CODE),
                f.text("message", Limits.MESSAGE),
                f.raw("data", Limits.RESULT_DATA_BYTES),
                f.text("error", Limits.ERROR),
                f.object("worker", WorkerRef::read),
                Objects.requireNonNullElse(f.object("times", AttemptTimes::read), AttemptTimes.NONE),
                f.object("position", TaskPosition::read),
                f.object("task", Task::read),
                f.object("skipped", SkippedRange::read),
                f.rest());
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
        return new Result(
                key,
                attempt,
                delivery,
                status,
                newCode,
                newMessage,
                data,
                newError,
                worker,
                times,
                position,
                task,
                skipped,
                rest);
    }

    public Result withData(@Nullable RawJson newData) {
        return new Result(
                key, attempt, delivery, status, code, message, newData, error, worker, times, position, task, skipped,
                rest);
    }

    public Result withRun(@Nullable WorkerRef newWorker, AttemptTimes newTimes, @Nullable TaskPosition newPosition) {
        return new Result(
                key,
                attempt,
                delivery,
                status,
                code,
                message,
                data,
                error,
                newWorker,
                newTimes,
                newPosition,
                task,
                skipped,
                rest);
    }

    public Result withTask(@Nullable Task newTask) {
        return new Result(
                key,
                attempt,
                newTask == null ? delivery : newTask.delivery(),
                status,
                code,
                message,
                data,
                error,
                worker,
                times,
                position,
                newTask,
                skipped,
                rest);
    }

    public Result withSkipped(SkippedRange range) {
        return new Result(
                key, attempt, delivery, status, code, message, data, error, worker, times, position, task, range, rest);
    }
}
