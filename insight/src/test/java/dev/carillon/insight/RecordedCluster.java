package dev.carillon.insight;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.insight.topic.TopicScan;
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
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.schemas.trigger.LostTime;
import dev.carillon.schemas.trigger.SliceBuilder;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.schemas.worker.Heartbeat;
import dev.carillon.schemas.worker.HeartbeatBuilder;
import dev.carillon.schemas.worker.WorkerState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The topics of a cluster in memory. A test writes records as the services would have written them, each at a moment of
 * its choice. Moments are instants, or times of day on 2026-11-18; JSON is written with single quotes.
 */
public final class RecordedCluster {
    public static final TopicNames NAMES = new TopicNames("carillon");
    public static final int PARTITIONS = 3;
    public static final String LEADER = "trigger/host-1";
    private static final String DAY = "2026-11-18T";

    public final ManualClock clock = ManualClock.at("2026-11-18T06:00:00Z");
    public final MemoryRecordLog log = new MemoryRecordLog(clock);
    private long schedules;

    /** All topics exist, with the queue {@code default} and the given ones. */
    public RecordedCluster(String... queues) {
        TopicCatalogue topics = new TopicCatalogue(NAMES, PARTITIONS);
        topics.all(List.of("default")).forEach(topic -> log.create(topic.name(), topic.partitions()));
        for (String queue : queues) {
            topics.queue(queue).forEach(topic -> log.create(topic.name(), topic.partitions()));
        }
    }

    public static Instant moment(String text) {
        return Instant.parse(text.contains("T") ? text : DAY + text + "Z");
    }

    public static byte[] json(String text) {
        return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    /** The partition of records with this key, in topics that the producer partitions. */
    public static int home(String key) {
        return Murmur2.partition(key.getBytes(StandardCharsets.UTF_8), PARTITIONS);
    }

    /** Steps the clock of the broker and of the host that asks. */
    public RecordedCluster at(String moment) {
        clock.set(moment(moment));
        return this;
    }

    public Instant now() {
        return clock.instant();
    }

    public TopicScan scan() {
        return new TopicScan(log, clock, line -> {});
    }

    public RecordedCluster put(
            String topic, int partition, String key, byte @Nullable [] value, Map<String, String> headers) {
        log.put(new OutgoingRecord(
                topic, partition, key.getBytes(StandardCharsets.UTF_8), value, HeaderList.of(headers)));
        return this;
    }

    /** Retention deletes all records of a topic that were appended before the moment. */
    public RecordedCluster forgetBefore(String topic, String moment) {
        log.since(topic, moment(moment)).forEach((partition, offset) -> log.deleteBefore(topic, partition, offset));
        return this;
    }

    /** A definition, without its taskId and type if it has none. */
    public RecordedCluster define(String taskId, String fields) {
        String type = fields.contains("'type'") ? "" : "'type':'shell',";
        return definition(taskId, json("{'taskId':'" + taskId + "'," + type + fields + "}"));
    }

    public RecordedCluster delete(String taskId) {
        return definition(taskId, null);
    }

    public RecordedCluster definition(String taskId, byte @Nullable [] value) {
        schedules++;
        return put(NAMES.schedules(), 0, taskId, value, Map.of());
    }

    /** The trigger refuses the newest definition. */
    public RecordedCluster refuse(String taskId, String cause, String message) {
        return put(
                NAMES.deadLetters(),
                home(taskId),
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
    }

    public RecordedCluster calendar(String name, String fields) {
        return put(NAMES.calendars(), 0, name, json("{'name':'" + name + "'," + fields + "}"), Map.of());
    }

    public RecordedCluster marker(String taskId, String fields) {
        return put(NAMES.triggerState(), 0, taskId, json("{'taskId':'" + taskId + "'," + fields + "}"), Map.of());
    }

    public RecordedCluster event(EventType type, String source, @Nullable RawJson data) {
        return event(new Event(type, Watermark.ONLY_SHARD, now(), source, "from a test", data, Map.of()));
    }

    public RecordedCluster event(Event event) {
        return put(NAMES.events(), home(event.subject()), event.subject(), Kind.EVENT.encode(event), Map.of());
    }

    public RecordedCluster elected() {
        return event(EventType.LEADER_ELECTED, LEADER, null);
    }

    /** A slice that decides ticks and reads no definition. */
    public RecordedCluster slice(String before, String after, int tasks) {
        return slice(before, after, schedules, tasks);
    }

    /** A slice that reads every definition from the position on, and decides no tick. */
    public RecordedCluster takesIn(String reached, long from) {
        return slice(reached, reached, from, 0);
    }

    private RecordedCluster slice(String before, String after, long from, int tasks) {
        SliceBuilder slice = slice(before, after, from).tasks(tasks);
        return event(EventType.SLICE, LEADER, slice.build().json()).watermark(after);
    }

    /** A slice in which a clock change skips a local time. */
    public RecordedCluster sliceThatLoses(String before, String after, String taskId, String local) {
        SliceBuilder slice = slice(before, after, schedules).lost(List.of(new LostTime(taskId, local)));
        return event(EventType.SLICE, LEADER, slice.build().json()).watermark(after);
    }

    private SliceBuilder slice(String before, String after, long from) {
        return SliceBuilder.builder()
                .before(DecidedUpTo.allOf(moment(before)))
                .after(DecidedUpTo.allOf(moment(after)))
                .from(new InputPositions(from, 0, 0, List.of()))
                .to(new InputPositions(schedules, 0, 0, List.of()))
                .applied(schedules - from)
                .lost(List.of());
    }

    /** The watermark moves without an event, as it does while nothing is due. */
    public RecordedCluster watermark(String reached) {
        return watermark(DecidedUpTo.allOf(moment(reached)), null);
    }

    public RecordedCluster watermark(DecidedUpTo reached, @Nullable Duration idle) {
        Watermark watermark = new Watermark(
                Watermark.ONLY_SHARD,
                reached,
                new InputPositions(schedules, 0, 0, List.of()),
                null,
                null,
                idle,
                Map.of());
        String key = Watermark.recordKey(Watermark.ONLY_SHARD);
        return put(NAMES.triggerState(), 0, key, Kind.WATERMARK.encode(watermark), Map.of());
    }

    /** The task of a tick, in its home partition of the queue {@code default}. */
    public RecordedCluster tick(String taskId, String nominal) {
        ExecutionKey key = ExecutionKey.of(taskId, moment(nominal));
        Task task = Task.first(key, Origin.TICK, Work.of("shell", RawJson.NULL))
                .withNominalTime(moment(nominal))
                .withSchedule(0, 0);
        return task(task, key.home(PARTITIONS));
    }

    public RecordedCluster task(Task task, int partition) {
        String topic = NAMES.tasks(task.work().queue(), task.work().priority());
        return put(topic, partition, String.valueOf(task.key()), Kind.TASK.encode(task), Map.of());
    }

    public RecordedCluster result(String key, int attempt, ResultStatus status) {
        return result(Result.of(ExecutionKey.parse(key), attempt, status));
    }

    public RecordedCluster result(Result result) {
        String kind = result.status() == ResultStatus.STARTED ? Headers.KIND_CLAIM : Headers.KIND_RESULT;
        ExecutionKey key = result.key();
        byte[] value = Kind.RESULT.encode(result);
        return put(NAMES.results(), key.home(PARTITIONS), key.toString(), value, Map.of(Headers.KIND, kind));
    }

    public RecordedCluster skip(
            String taskId, SkipReason reason, String first, String last, long count, @Nullable String message) {
        ExecutionKey key = ExecutionKey.of(taskId, moment(first));
        return result(Result.of(key, 1, ResultStatus.SKIPPED)
                .withReason(reason.name(), message, null)
                .withSkipped(new SkippedRange(reason, moment(first), moment(last), count)));
    }

    public RecordedCluster outcome(String key, OutcomeStatus status, int attempts) {
        return outcome(OutcomeBuilder.builder()
                .key(ExecutionKey.parse(key))
                .status(status)
                .attempts(attempts)
                .decidedAt(now())
                .rest(Map.of())
                .build());
    }

    public RecordedCluster outcome(Outcome outcome) {
        ExecutionKey key = outcome.key();
        return put(NAMES.outcomes(), key.home(PARTITIONS), key.toString(), Kind.OUTCOME.encode(outcome), Map.of());
    }

    /** The first and only attempt succeeded and took a second. */
    public RecordedCluster succeeded(String key, String scheduled, String started) {
        Instant begun = moment(started);
        AttemptTimes times = new AttemptTimes(moment(scheduled), begun, begun.plusSeconds(1));
        Result last = Result.of(ExecutionKey.parse(key), 1, ResultStatus.SUCCEEDED)
                .withRun(new WorkerRef("w1", "1"), times, null);
        return outcome(Outcome.succeeded(last, now()));
    }

    public static HeartbeatBuilder heartbeat(String worker, Instant at) {
        return HeartbeatBuilder.builder()
                .worker(new WorkerRef(worker, "1"))
                .queues(List.of("default"))
                .types(List.of("shell"))
                .startedAt(at)
                .at(at)
                .state(WorkerState.IDLE)
                .load(new Heartbeat.Load(10, 0, 0, 1, null, null, null))
                .partitions(List.of())
                .rest(Map.of())
                .positions(List.of());
    }

    public RecordedCluster heartbeat(Heartbeat heartbeat) {
        return put(NAMES.workers(), 0, heartbeat.worker().id(), Kind.HEARTBEAT.encode(heartbeat), Map.of());
    }

    /** A worker of the queue {@code default} that runs the type {@code shell}. */
    public RecordedCluster worker(String id) {
        return heartbeat(heartbeat(id, now()).build());
    }
}
