package dev.carillon.system.checker;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Check;
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
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.schemas.worker.Lease;
import dev.carillon.system.checker.finding.Report;
import dev.carillon.system.checker.read.Run;
import dev.carillon.system.checker.seen.SeenRecord;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Builds the records of a run one by one, so that a test can leave out, double or move one. */
final class WrittenRun {
    static final Work WORK = Work.of("succeed", RawJson.NULL);

    final TopicNames names;
    private final List<SeenRecord> records = new ArrayList<>();
    private final Map<String, Long> ends = new HashMap<>();
    private long position;
    private long calendars;
    private long control;
    private DecidedUpTo decided;

    WrittenRun(Instant start) {
        this(start, new TopicNames("carillon"));
    }

    WrittenRun(Instant start, TopicNames names) {
        this.names = names;
        this.decided = DecidedUpTo.allOf(start);
    }

    List<SeenRecord> records() {
        return records;
    }

    Report checked() {
        return new Checker(CheckerOptions.oneMachine()).check(run());
    }

    Run run() {
        Set<String> topics = new TreeSet<>(Set.of(names.released("default")));
        records.forEach(record -> topics.add(record.topic()));
        return new Run(names, topics, records);
    }

    SeenRecord append(
            String topic, Instant at, @Nullable String key, byte @Nullable [] value, Map<String, String> headers) {
        long offset = ends.merge(topic, 1L, Long::sum) - 1;
        byte[] keyBytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
        SeenRecord record = new SeenRecord(topic, 0, offset, at, keyBytes, value, headers);
        records.add(record);
        return record;
    }

    SeenRecord schedule(Instant at, Schedule schedule) {
        return append(names.schedules(), at, schedule.taskId(), Kind.SCHEDULE.encode(schedule), Map.of());
    }

    void calendar(Instant at, Calendar calendar) {
        append(names.calendars(), at, calendar.name(), Kind.CALENDAR.encode(calendar), Map.of());
    }

    void skipNext(Instant at, String taskId) {
        Command command = Command.of(CommandKind.SKIP_NEXT, taskId, at, null);
        append(names.control(), at, taskId, Kind.COMMAND.encode(command), Map.of());
    }

    void deletion(Instant at, String taskId) {
        append(names.schedules(), at, taskId, null, Map.of());
    }

    /** A slice that follows the last one and applies everything in {@code schedules}. */
    void sliceTo(Instant to) {
        slice(decided, DecidedUpTo.allOf(to), position, ends.getOrDefault(names.schedules(), 0L));
    }

    void slice(DecidedUpTo before, DecidedUpTo after, long from, long to) {
        long calendarsTo = ends.getOrDefault(names.calendars(), 0L);
        long controlTo = ends.getOrDefault(names.control(), 0L);
        InputPositions begin = new InputPositions(from, calendars, control, List.of());
        InputPositions end = new InputPositions(to, calendarsTo, controlTo, List.of());
        Slice slice = new Slice(before, after, begin, end, 0, 0, to - from);
        calendars = calendarsTo;
        control = controlTo;
        Event event = new Event(EventType.SLICE, "0", after.due(), "trigger", null, slice.json(), Map.of());
        append(names.events(), after.due(), "0", Kind.EVENT.encode(event), Map.of());
        position = to;
        decided = after;
    }

    /** A slice that applies all inputs and leaves the watermark, as slices with inputs do. */
    void applied() {
        slice(decided, decided, position, ends.getOrDefault(names.schedules(), 0L));
    }

    static Task tick(String taskId, Instant instant) {
        return Task.first(ExecutionKey.of(taskId, instant), Origin.TICK, WORK).withNominalTime(instant);
    }

    SeenRecord task(Instant at, Task task) {
        return append(names.tasks("default", Priority.NORMAL), at, keyOf(task), Kind.TASK.encode(task), Map.of());
    }

    SeenRecord released(Instant at, Task task) {
        return append(names.released("default"), at, keyOf(task), Kind.TASK.encode(task), Map.of());
    }

    SeenRecord result(Instant at, Task task, ResultStatus status, Instant started) {
        ExecutionKey key = ExecutionKey.parse(keyOf(task));
        Result result = Result.of(key, task.attempt(), status)
                .withRun(null, new AttemptTimes(null, started, at), null)
                .withTask(status == ResultStatus.SUCCEEDED ? null : task);
        return append(names.results(), at, key.toString(), Kind.RESULT.encode(result), Map.of("kind", "result"));
    }

    /** A success, and the outcome that its worker writes with it. */
    void settled(Instant at, Task task, ResultStatus status) {
        ExecutionKey key = ExecutionKey.parse(keyOf(task));
        Result result = Result.of(key, task.attempt(), status).withRun(null, new AttemptTimes(null, at, at), null);
        append(
                names.results(),
                at,
                key.toString(),
                Kind.RESULT.encode(result),
                Map.of("kind", "result", "settled", "true"));
        outcome(at, key.toString(), OutcomeStatus.SUCCEEDED, task.attempt());
    }

    void claim(Instant at, Task task, WorkerRef worker) {
        ExecutionKey key = ExecutionKey.parse(keyOf(task));
        Result claim = Result.of(key, task.attempt(), ResultStatus.STARTED)
                .withRun(worker, new AttemptTimes(null, at, null), null)
                .withTask(task);
        append(names.results(), at, key.toString(), Kind.RESULT.encode(claim), Map.of("kind", "claim"));
    }

    void check(Instant at, String key, WorkerRef worker) {
        Check check = new Check(ExecutionKey.parse(key), 1, Check.Subject.WORKER, worker, Map.of());
        append(names.results(), at, key, Kind.CHECK.encode(check), Map.of("kind", "check"));
    }

    void lease(Instant at, WorkerRef worker) {
        append(names.results(), at, null, Kind.LEASE.encode(new Lease(worker, Map.of())), Map.of("kind", "lease"));
    }

    void skipped(Instant at, String taskId, SkippedRange range) {
        ExecutionKey key = ExecutionKey.of(taskId, range.first());
        Result result = Result.of(key, 1, ResultStatus.SKIPPED).withSkipped(range);
        append(names.results(), at, key.toString(), Kind.RESULT.encode(result), Map.of("kind", "result"));
        outcome(at, key.toString(), OutcomeStatus.SKIPPED, 1);
    }

    SeenRecord outcome(Instant at, String key, OutcomeStatus status, int attempts) {
        Outcome outcome = OutcomeBuilder.builder()
                .key(ExecutionKey.parse(key))
                .status(status)
                .attempts(attempts)
                .decidedAt(at)
                .rest(Map.of())
                .build();
        return append(names.outcomes(), at, key, Kind.OUTCOME.encode(outcome), Map.of());
    }

    void dead(Instant at, SeenRecord origin, ErrorCode cause) {
        Map<String, String> headers = Map.of(
                Headers.CAUSE,
                cause.name(),
                Headers.ORIGIN_TOPIC,
                origin.topic(),
                Headers.ORIGIN_PARTITION,
                "" + origin.partition(),
                Headers.ORIGIN_OFFSET,
                "" + origin.offset());
        byte[] key = origin.key();
        append(names.deadLetters(), at, key == null ? null : origin.keyText(), origin.value(), headers);
    }

    /** A task that a worker ran at once and successfully. */
    void succeeded(Instant at, Task task) {
        task(at, task);
        result(at.plusMillis(20), task, ResultStatus.SUCCEEDED, at.plusMillis(10));
        outcome(at.plusMillis(30), keyOf(task), OutcomeStatus.SUCCEEDED, task.attempt());
    }

    static String keyOf(Task task) {
        return String.valueOf(task.key());
    }
}
