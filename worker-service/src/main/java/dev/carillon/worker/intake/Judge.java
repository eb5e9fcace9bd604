package dev.carillon.worker.intake;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.RecordPosition;
import dev.carillon.schemas.record.Deadlines;
import dev.carillon.schemas.record.Priority;
import dev.carillon.schemas.record.RecordKeys;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.Lane;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.worker.wire.Arrival;
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
    /** Of the topics of tasks; the others have none. */
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

    /** What the worker has seen before this record. */
    public interface Knowledge {
        boolean isCancelled(ExecutionKey key);

        /** Whether another record of this attempt was met first. */
        boolean isDuplicate(ExecutionKey key, Task task, Arrival arrival);
    }

    public Judgement judge(Arrival arrival, Knowledge known, Instant now) {
        byte[] value = arrival.value();
        if (value == null) {
            return new Judgement.Poison(ErrorCode.NOT_AN_OBJECT, "value: is absent; send one JSON object, {...}");
        }
        @Nullable Lane lane = lanes.get(arrival.source().topic());
        Task task;
        ExecutionKey key;
        Instant deadline;
        try {
            task = Kind.TASK.decode(value);
            if (lane != null) {
                checkFirst(task);
            }
            key = RecordKeys.checked(arrival.key(), task, arrival.appended(), () -> positionOf(arrival));
            deadline = Deadlines.of(task, arrival.appended());
        } catch (ContractException e) {
            return new Judgement.Poison(e.code(), String.valueOf(e.getMessage()));
        }
        return lane != null && isForeign(arrival, key)
                ? new Judgement.MoveHome(key, key.home(partitions))
                : judge(arrival, named(task, lane, key, deadline), known, now);
    }

    /**
     * The deadline is written down, so that it is the first attempt's for all that follow. The lane is where the record lies,
     * whatever its value says: results and retries then name the right queue.
     */
    private Named named(Task task, @Nullable Lane lane, ExecutionKey key, Instant deadline) {
        Priority priority = lane == null ? task.work().priority() : lane.priority();
        return new Named(task.placed(key, queue, priority, deadline), key, deadline, lane != null);
    }

    /** A task with all that it is called. */
    private record Named(Task task, ExecutionKey key, Instant deadline, boolean submitted) {}

    private static Judgement judge(Arrival arrival, Named named, Knowledge known, Instant now) {
        Task task = named.task();
        ExecutionKey key = named.key();
        if (known.isDuplicate(key, task, arrival)) {
            return new Judgement.Duplicate(key, task.attempt());
        }
        if (known.isCancelled(key)) {
            return new Judgement.Answer(
                    key, task, ResultStatus.CANCELLED, ErrorCode.CANCELLED, "cancelled before it started");
        }
        if (task.work().shards() != null) {
            return new Judgement.Answer(
                    key,
                    task,
                    ResultStatus.FAILED,
                    ErrorCode.NOT_SUPPORTED_YET,
                    "shards: are not supported yet; submit one task for each part");
        }
        Instant start = earliestStart(key, task);
        if (now.isAfter(named.deadline())) {
            return new Judgement.Answer(
                    key, task, ResultStatus.EXPIRED, ErrorCode.DEADLINE_PASSED, expired(named.deadline()));
        }
        if (start.isAfter(now.plus(NEAR))) {
            return new Judgement.Delay(key, task.withTimes(start, task.deadline()));
        }
        return new Judgement.Run(key, task, start, named.deadline(), named.submitted());
    }

    /** What to say of a task that could not start by its deadline. */
    public static String expired(Instant deadline) {
        return "its deadline, " + deadline + ", passed before it could start";
    }

    private static Instant earliestStart(ExecutionKey key, Task task) {
        Instant named = task.notBefore();
        Instant nominal = key.execTime().instant();
        return named != null && named.isAfter(nominal) ? named : nominal;
    }

    /** Further attempts and deliveries are the collector's to make; nobody would hear the end of any other. */
    private static void checkFirst(Task task) {
        if (task.attempt() > 1 || task.delivery() > 1) {
            String field = task.attempt() > 1 ? "attempt" : "delivery";
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    field,
                    Math.max(task.attempt(), task.delivery())
                            + " stands in a task that was submitted, where only 1 can",
                    "leave it out: retries are made from the results");
        }
    }

    private @Nullable RecordPosition positionOf(Arrival arrival) {
        return names.position(arrival.source().topic(), arrival.source().number(), arrival.offset());
    }

    /** Only task topics have foreign records: what lies in {@code released} was put there on purpose. */
    private boolean isForeign(Arrival arrival, ExecutionKey key) {
        return key.home(partitions) != arrival.source().number()
                && !arrival.hasHeader(Headers.ROUTED)
                && !arrival.hasHeader(Headers.REHOMED);
    }
}
