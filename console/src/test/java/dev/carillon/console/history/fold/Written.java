package dev.carillon.console.history.fold;

import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeBuilder;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.schemas.worker.LogLines;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes records as the services would, one per second. */
public final class Written {
    public static final TopicNames NAMES = new TopicNames("carillon");
    public static final Instant BEGIN = Instant.parse("2026-11-18T06:00:00Z");

    private final List<ReceivedRecord> records = new ArrayList<>();
    private final Map<String, Long> ends = new HashMap<>();
    private Instant now = BEGIN;

    /** All records written so far. */
    public List<ReceivedRecord> records() {
        return records;
    }

    public Instant now() {
        return now;
    }

    public Written at(Instant instant) {
        now = instant;
        return this;
    }

    /** An execution that a client submits at this time. */
    public ExecutionKey key(String taskId) {
        return ExecutionKey.of(taskId, now.plusNanos(1));
    }

    public Task task(ExecutionKey key) {
        return Task.first(
                key, Origin.SUBMITTED, Work.of("shell", RawJson.written("{\"n\":1}".getBytes(StandardCharsets.UTF_8))));
    }

    public Written queued(Task task) {
        return put(NAMES.tasks(task.work().queue(), Priority.NORMAL), task.key(), Kind.TASK.encode(task), Map.of());
    }

    public Written delayed(Task task) {
        return put(NAMES.delayed(), task.key(), Kind.TASK.encode(task), Map.of());
    }

    public Written released(Task task) {
        return put(NAMES.released(task.work().queue()), task.key(), Kind.TASK.encode(task), Map.of());
    }

    public Result result(ExecutionKey key, int attempt, ResultStatus status) {
        return Result.of(key, attempt, status)
                .withRun(new WorkerRef("w-" + attempt, "i"), new AttemptTimes(now, now, now.plusMillis(250)), null);
    }

    public Written claimed(ExecutionKey key, int attempt) {
        return put(
                NAMES.results(),
                key,
                Kind.RESULT.encode(result(key, attempt, ResultStatus.STARTED)),
                Map.of(Headers.KIND, Headers.KIND_CLAIM));
    }

    public Written reported(Result result) {
        return put(NAMES.results(), result.key(), Kind.RESULT.encode(result), Map.of());
    }

    public Written ended(ExecutionKey key, OutcomeStatus status, int attempts, @Nullable Result last) {
        Outcome outcome = OutcomeBuilder.builder()
                .key(key)
                .status(status)
                .attempts(attempts)
                .code(status == OutcomeStatus.SUCCEEDED ? null : "EXHAUSTED")
                .last(last == null ? null : last.withTask(null))
                .decidedAt(now)
                .rest(Map.of())
                .build();
        return put(NAMES.outcomes(), key, Kind.OUTCOME.encode(outcome), Map.of());
    }

    public Written skipped(ExecutionKey key, SkippedRange range) {
        Outcome outcome = OutcomeBuilder.builder()
                .key(key)
                .status(OutcomeStatus.SKIPPED)
                .decidedAt(now)
                .skipped(range)
                .rest(Map.of())
                .build();
        return put(NAMES.outcomes(), key, Kind.OUTCOME.encode(outcome), Map.of());
    }

    public Written event(EventType type, String subject, @Nullable RawJson data) {
        Event event = new Event(type, subject, now, "test", "a message", data, Map.of());
        return put(NAMES.events(), subject, Kind.EVENT.encode(event), Map.of());
    }

    public Written log(ExecutionKey key, int attempt, long sequence, String... lines) {
        LogLines log = new LogLines(key, attempt, sequence, now, List.of(lines), Map.of());
        return put(NAMES.logs(), key, Kind.LOG_LINES.encode(log), Map.of());
    }

    public Written cancelAsked(ExecutionKey key) {
        Command command = Command.of(CommandKind.CANCEL, key.toString(), now, null);
        return put(NAMES.control(), key, Kind.COMMAND.encode(command), Map.of());
    }

    public Written put(String topic, @Nullable Object key, byte @Nullable [] value, Map<String, String> headers) {
        int partition = Math.floorMod(String.valueOf(key).hashCode(), 3);
        long offset = ends.merge(topic + partition, 1L, Long::sum) - 1;
        records.add(new ReceivedRecord(
                topic,
                partition,
                offset,
                now,
                key == null ? null : key.toString().getBytes(StandardCharsets.UTF_8),
                value,
                HeaderList.of(headers)));
        now = now.plusSeconds(1);
        return this;
    }

    /** One execution for each way in which it can go, each with its own task: {@code task-0} and so on. */
    public Written everyKind() {
        succeeds("task-0");
        retriesAndFails("task-1");
        ExecutionKey resting = key("task-2");
        delayed(task(resting).withTimes(now.plusSeconds(3_600), null));
        ExecutionKey handedBack = key("task-3");
        queued(task(handedBack)).claimed(handedBack, 1).reported(result(handedBack, 1, ResultStatus.HANDED_BACK));
        ExecutionKey again = key("task-4");
        queued(task(again))
                .claimed(again, 1)
                .reported(result(again, 1, ResultStatus.HANDED_BACK).withTask(task(again)));
        released(task(again).redelivered()).claimed(again, 1).cancelAsked(again);
        ExecutionKey lost = key("task-5");
        queued(task(lost)).claimed(lost, 1);
        reported(result(lost, 1, ResultStatus.LOST).withTask(task(lost)))
                .reported(result(lost, 1, ResultStatus.SUCCEEDED));
        ExecutionKey released = key("task-6");
        delayed(task(released).withTimes(now.plusSeconds(5), null)).released(task(released));
        event(EventType.STARTED, released.toString(), null)
                .log(released, 1, 0, "one", "two")
                .log(released, 1, 1, "three");
        ExecutionKey overdue = key("task-7");
        return queued(task(overdue)).event(EventType.OVERDUE, overdue.toString(), null);
    }

    public Written succeeds(String taskId) {
        ExecutionKey key = key(taskId);
        Result result = result(key, 1, ResultStatus.SUCCEEDED)
                .withData(RawJson.written("{\"ok\":true}".getBytes(StandardCharsets.UTF_8)));
        return queued(task(key)).reported(result).ended(key, OutcomeStatus.SUCCEEDED, 1, result);
    }

    public Written retriesAndFails(String taskId) {
        ExecutionKey key = key(taskId);
        Task task = task(key);
        Result first = result(key, 1, ResultStatus.FAILED)
                .withReason("BOOM", "broke at 17", null)
                .withTask(task);
        queued(task).reported(first).released(task.nextAttempt(now.plusSeconds(1)));
        Result last = result(key, 2, ResultStatus.TIMED_OUT).withTask(task.nextAttempt(now));
        return reported(last).ended(key, OutcomeStatus.FAILED, 2, last);
    }
}
