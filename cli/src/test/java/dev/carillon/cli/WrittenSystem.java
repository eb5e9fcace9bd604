package dev.carillon.cli;

import static dev.carillon.cli.CommandLineHarness.NAMES;

import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.client.log.GroupOffset;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeBuilder;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultBuilder;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.schemas.trigger.LostTime;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.schemas.trigger.SliceBuilder;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.schemas.worker.Heartbeat;
import dev.carillon.schemas.worker.HeartbeatBuilder;
import dev.carillon.schemas.worker.WorkerState;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Topics as the services would have written them, each record at a moment that the test chooses. */
public final class WrittenSystem {
    public static final int PARTITIONS = 3;
    public static final String LEADER = "trigger/host-1";

    public final CommandLineHarness cli;
    private final ManualClock clock;
    private long schedules;
    private String day = "2026-11-18";

    public WrittenSystem(Path directory) {
        cli = new CommandLineHarness(directory);
        clock = (ManualClock) cli.clock;
    }

    public static Instant instant(String time) {
        return Instant.parse("2026-11-18T" + time + "Z");
    }

    public static Schedule every(String taskId, Duration interval) {
        return Schedule.of(taskId, FiringRule.every(interval), Work.of("shell", RawJson.NULL));
    }

    /** Sets the day of the records and commands that follow. */
    public WrittenSystem on(String newDay) {
        day = newDay;
        return this;
    }

    private Instant moment(String time) {
        return Instant.parse(day + "T" + time + "Z");
    }

    /** Sets the time of day of the records and commands that follow. */
    public WrittenSystem at(String time) {
        clock.set(moment(time));
        return this;
    }

    public Ran run(String... args) {
        return cli.run(args);
    }

    public WrittenSystem apply(Schedule schedule) {
        return schedule(schedule.taskId(), Kind.SCHEDULE.encode(schedule));
    }

    public WrittenSystem delete(String taskId) {
        return schedule(taskId, null);
    }

    public WrittenSystem schedule(String taskId, byte @Nullable [] value) {
        put(NAMES.schedules(), 0, taskId, value, Map.of());
        schedules++;
        return this;
    }

    /** The trigger moves the newest definition to dead-letters. */
    public WrittenSystem refuse(String taskId, String cause, String message) {
        put(
                NAMES.deadLetters(),
                Murmur2.partition(taskId.getBytes(StandardCharsets.UTF_8), PARTITIONS),
                taskId,
                new byte[] {'x'},
                Map.of(
                        Headers.CAUSE,
                        cause,
                        Headers.CAUSE_MESSAGE,
                        message,
                        Headers.ORIGIN_TOPIC,
                        NAMES.schedules(),
                        Headers.ORIGIN_PARTITION,
                        "0",
                        Headers.ORIGIN_OFFSET,
                        Long.toString(schedules - 1)));
        return this;
    }

    public WrittenSystem elected() {
        return event(EventType.LEADER_ELECTED, LEADER, null);
    }

    public WrittenSystem lost() {
        return lost(LEADER);
    }

    /** The event may be from a leader that noticed late. */
    public WrittenSystem lost(String source) {
        return event(EventType.LEADER_LOST, source, null);
    }

    private WrittenSystem event(EventType type, String source, @Nullable RawJson data) {
        Event event = new Event(type, Watermark.ONLY_SHARD, clock.instant(), source, "a test says so", data, Map.of());
        put(
                NAMES.events(),
                Murmur2.partition(Watermark.ONLY_SHARD.getBytes(StandardCharsets.UTF_8), PARTITIONS),
                Watermark.ONLY_SHARD,
                Kind.EVENT.encode(event),
                Map.of());
        return this;
    }

    /** A slice that published ticks. */
    public WrittenSystem slice(String before, String after, int tasks) {
        return slice(before, after, schedules, schedules, tasks, List.of());
    }

    /** A slice in which clocks pass over a local time. */
    public WrittenSystem sliceThatLoses(String before, String after, LostTime lost) {
        return slice(before, after, schedules, schedules, 0, List.of(lost));
    }

    /** A slice that reads every definition from the position on. */
    public WrittenSystem takesIn(String reached, long from) {
        return slice(reached, reached, from, schedules, 0, List.of());
    }

    private WrittenSystem slice(String before, String after, long from, long to, int tasks, List<LostTime> lost) {
        Slice slice = SliceBuilder.builder()
                .before(DecidedUpTo.allOf(moment(before)))
                .after(DecidedUpTo.allOf(moment(after)))
                .from(new InputPositions(from, 0, 0, List.of()))
                .to(new InputPositions(to, 0, 0, List.of()))
                .tasks(tasks)
                .applied(to - from)
                .lost(lost)
                .build();
        event(EventType.SLICE, LEADER, slice.json());
        return watermark(after);
    }

    /** The watermark moves, as older triggers wrote it. */
    public WrittenSystem watermark(String reached) {
        return watermark(reached, null);
    }

    /** The watermark moves, and says how often it does when nothing is due. */
    public WrittenSystem watermark(String reached, @Nullable Duration idle) {
        Watermark watermark = new Watermark(
                Watermark.ONLY_SHARD,
                DecidedUpTo.allOf(moment(reached)),
                new InputPositions(schedules, 0, 0, List.of()),
                null,
                null,
                idle,
                Map.of());
        put(
                NAMES.triggerState(),
                0,
                Watermark.recordKey(Watermark.ONLY_SHARD),
                Kind.WATERMARK.encode(watermark),
                Map.of());
        return this;
    }

    public WrittenSystem marker(Marker marker) {
        put(NAMES.triggerState(), 0, marker.taskId(), Kind.MARKER.encode(marker), Map.of());
        return this;
    }

    public WrittenSystem task(String taskId, String time, Work work) {
        Task task = Task.first(ExecutionKey.of(taskId, moment(time)), Origin.TICK, work)
                .withNominalTime(moment(time))
                .withSchedule(0, 0);
        return put(task, NAMES.tasks(work.queue(), Priority.NORMAL), Map.of());
    }

    public WrittenSystem put(Task task, String topic, Map<String, String> headers) {
        ExecutionKey key = ExecutionKey.parse(String.valueOf(task.key()));
        put(topic, key.home(PARTITIONS), key.toString(), Kind.TASK.encode(task), headers);
        return this;
    }

    public WrittenSystem result(String key, int attempt, ResultStatus status) {
        ExecutionKey parsed = ExecutionKey.parse(key);
        Result result = Result.of(parsed, attempt, status)
                .withReason(null, status == ResultStatus.FAILED ? "the test wants it so" : null, null);
        return result(result);
    }

    public WrittenSystem result(Result result) {
        String kind = result.status() == ResultStatus.STARTED ? Headers.KIND_CLAIM : Headers.KIND_RESULT;
        put(
                NAMES.results(),
                result.key().home(PARTITIONS),
                result.key().toString(),
                Kind.RESULT.encode(result),
                Map.of(Headers.KIND, kind));
        return this;
    }

    public WrittenSystem skip(String taskId, SkipReason reason, String first, String last, long count) {
        ExecutionKey key = ExecutionKey.of(taskId, moment(first));
        SkippedRange range = new SkippedRange(reason, moment(first), moment(last), count);
        return result(ResultBuilder.builder()
                .key(key)
                .attempt(1)
                .delivery(1)
                .status(ResultStatus.SKIPPED)
                .times(AttemptTimes.NONE)
                .skipped(range)
                .rest(Map.of())
                .build());
    }

    public WrittenSystem outcome(String key, OutcomeStatus status, int attempts) {
        return outcome(key, status, attempts, AttemptTimes.NONE);
    }

    public WrittenSystem outcome(String key, OutcomeStatus status, int attempts, AttemptTimes times) {
        ExecutionKey parsed = ExecutionKey.parse(key);
        Result last = Result.of(parsed, Math.max(1, attempts), ResultStatus.SUCCEEDED)
                .withRun(new WorkerRef("w1", "1"), times, null);
        Outcome outcome = OutcomeBuilder.builder()
                .key(parsed)
                .status(status)
                .attempts(attempts)
                .last(last)
                .decidedAt(clock.instant())
                .rest(Map.of())
                .build();
        put(NAMES.outcomes(), parsed.home(PARTITIONS), key, Kind.OUTCOME.encode(outcome), Map.of());
        return this;
    }

    public WrittenSystem heartbeat(String workerId, WorkerState state, int running, String... types) {
        return heartbeat(workerId, heartbeat -> heartbeat
                .types(List.of(types))
                .state(state)
                .load(new Heartbeat.Load(10, running, 0, 1, 0.25, 128L * 1024 * 1024, null)));
    }

    /** A heartbeat with more than the usual fields. */
    public WrittenSystem heartbeat(String workerId, Consumer<HeartbeatBuilder> fields) {
        HeartbeatBuilder heartbeat = HeartbeatBuilder.builder()
                .worker(new WorkerRef(workerId, "1"))
                .version("1.0")
                .queues(List.of("default"))
                .types(List.of())
                .startedAt(clock.instant().minusSeconds(90))
                .at(clock.instant())
                .state(WorkerState.IDLE)
                .partitions(List.of("carillon.tasks.default.normal-0"))
                .rest(Map.of())
                .positions(List.of());
        fields.accept(heartbeat);
        put(NAMES.workers(), 0, workerId, Kind.HEARTBEAT.encode(heartbeat.build()), Map.of());
        return this;
    }

    public WrittenSystem deadLetter(String key) {
        put(NAMES.deadLetters(), 0, key, new byte[] {'x'}, Map.of(Headers.CAUSE, "EXHAUSTED"));
        return this;
    }

    public WrittenSystem committed(String group, String topic, int partition, long offset, String metadata) {
        cli.log.commit(group, new GroupOffset(topic, partition, offset, metadata));
        return this;
    }

    public void put(String topic, int partition, String key, byte @Nullable [] value, Map<String, String> headers) {
        cli.log.put(new OutgoingRecord(
                topic, partition, key.getBytes(StandardCharsets.UTF_8), value, HeaderList.of(headers)));
    }
}
