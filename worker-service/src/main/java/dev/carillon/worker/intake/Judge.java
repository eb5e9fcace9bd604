package dev.carillon.worker.intake;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.RecordPosition;
import dev.carillon.schemas.record.RecordKeys;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.StartDeadline;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.Lane;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import dev.carillon.worker.wire.PolledRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides what becomes of a record; the same record, knowledge and instant give the same judgement. */
public final class Judge {
    /** Tasks that may start within this time wait in the worker, all others in {@code delayed}. */
    public static final Duration NEAR = Duration.ofSeconds(60);

    private final TopicNames names;
    private final String queue;
    private final int partitions;
    /** By task topic; other topics have no lane. */
    private final Map<String, Lane> lanes = new HashMap<>();

    public Judge(TopicNames names, String queue, int partitions) {
        this.names = names;
        this.queue = queue;
        this.partitions = partitions;
        for (String topic : names.ofQueue(queue)) {
            Lane lane = names.lane(topic);
            if (lane != null) {
                lanes.put(topic, lane);
            }
        }
    }

    /** What the worker knows before this record. */
    public interface Knowledge {
        boolean isCancelled(ExecutionKey key);

        /** Whether another record of this attempt was seen first. */
        boolean isDuplicate(ExecutionKey key, Task task, PolledRecord arrival);
    }

    /**
     * The judgement of a record.
     *
     * @param now which instants have come; while the clock is in doubt, when the record was appended
     */
    public TaskJudgement judge(PolledRecord arrival, Knowledge known, Instant now) {
        byte[] value = arrival.value();
        if (value == null) {
            return new TaskJudgement.Poison(ErrorCode.NOT_AN_OBJECT, "value: is absent; send one JSON object, {...}");
        }
        @Nullable Lane lane = lanes.get(arrival.source().topic());
        Task task;
        ExecutionKey key;
        Instant deadline;
        try {
            task = Kind.TASK.decode(value);
            if (lane != null) {
                checkFirstAttempt(task);
            }
            key = RecordKeys.checked(arrival.key(), task, arrival.appended(), () -> positionOf(arrival));
            deadline = StartDeadline.of(task, arrival.appended());
        } catch (ContractException e) {
            return new TaskJudgement.Poison(e.code(), String.valueOf(e.getMessage()));
        }
        return lane != null && isForeign(arrival, key)
                ? new TaskJudgement.MoveHome(key, key.home(partitions))
                : judge(arrival, named(task, lane, key, deadline), known, now);
    }

    /**
     * Writes the deadline into the task, so that all later attempts have the first one's. The queue, and in task topics
     * the priority, follow from the topic and not from the value of the record, so that results and retries name the
     * right queue.
     */
    private Named named(Task task, @Nullable Lane lane, ExecutionKey key, Instant deadline) {
        Priority priority = lane == null ? task.work().priority() : lane.priority();
        return new Named(task.placed(key, queue, priority, deadline), key, deadline, lane != null);
    }

    /** A task with its full key and its deadline. */
    private record Named(Task task, ExecutionKey key, Instant deadline, boolean submitted) {}

    private static TaskJudgement judge(PolledRecord arrival, Named named, Knowledge known, Instant now) {
        Task task = named.task();
        ExecutionKey key = named.key();
        if (known.isDuplicate(key, task, arrival)) {
            return new TaskJudgement.Duplicate(key, task.attempt());
        }
        if (known.isCancelled(key)) {
            return new TaskJudgement.Answer(
                    key, task, ResultStatus.CANCELLED, ErrorCode.CANCELLED, "cancelled before it started");
        }
        if (task.work().shards() != null) {
            return new TaskJudgement.Answer(
                    key,
                    task,
                    ResultStatus.FAILED,
                    ErrorCode.NOT_SUPPORTED_YET,
                    "shards: are not supported yet; submit one task for each part");
        }
        Instant start = earliestStart(key, task);
        if (now.isAfter(named.deadline())) {
            return new TaskJudgement.Answer(
                    key, task, ResultStatus.EXPIRED, ErrorCode.DEADLINE_PASSED, expired(named.deadline()));
        }
        if (start.isAfter(now.plus(NEAR))) {
            return new TaskJudgement.Delay(key, task.withTimes(start, task.deadline()));
        }
        return new TaskJudgement.Run(key, task, start, named.deadline(), named.submitted());
    }

    /** The message for a task that could not start by its deadline. */
    public static String expired(Instant deadline) {
        return "its deadline, " + deadline + ", passed before it could start";
    }

    private static Instant earliestStart(ExecutionKey key, Task task) {
        Instant named = task.notBefore();
        Instant nominal = key.execTime().instant();
        return named != null && named.isAfter(nominal) ? named : nominal;
    }

    /** Only the collector makes further attempts and deliveries; it would ignore the result of any other. */
    private static void checkFirstAttempt(Task task) {
        if (task.attempt() > 1 || task.delivery() > 1) {
            String field = task.attempt() > 1 ? "attempt" : "delivery";
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    field,
                    Math.max(task.attempt(), task.delivery()) + " is not allowed in a submitted task, only 1 is",
                    "leave it out: retries are made from the results");
        }
    }

    private @Nullable RecordPosition positionOf(PolledRecord arrival) {
        return names.position(arrival.source().topic(), arrival.source().number(), arrival.offset());
    }

    /**
     * Only task topics have foreign records: the collector has chosen the partitions of {@code released} on purpose.
     */
    private boolean isForeign(PolledRecord arrival, ExecutionKey key) {
        return key.home(partitions) != arrival.source().number()
                && !arrival.hasHeader(Headers.ROUTED)
                && !arrival.hasHeader(Headers.REHOMED);
    }
}
