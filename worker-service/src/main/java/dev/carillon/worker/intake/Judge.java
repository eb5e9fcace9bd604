package dev.carillon.worker.intake;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Limits;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.Lane;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.worker.wire.Arrival;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Decides what becomes of a record; the same record, knowledge and instant give the same judgement. */
public final class Judge {
    /** Tasks that may start within this time wait in the worker, all others in {@code delayed}. */
    public static final Duration NEAR = Duration.ofSeconds(60);

    private final TopicNames names;
    private final String queue;
    private final int partitions;

    public Judge(TopicNames names, String queue, int partitions) {
        this.names = names;
        this.queue = queue;
        this.partitions = partitions;
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
        Task task;
        ExecutionKey key;
        try {
            task = named(arrival, Kind.TASK.decode(value));
            key = keyOf(arrival, task);
        } catch (ContractException e) {
            return new Judgement.Poison(e.code(), String.valueOf(e.getMessage()));
        }
        return isForeign(arrival, key)
                ? new Judgement.MoveHome(key, key.home(partitions))
                : judge(arrival, task.withKey(key), key, known, now);
    }

    private Judgement judge(Arrival arrival, Task task, ExecutionKey key, Knowledge known, Instant now) {
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
        Instant deadline = deadline(arrival, task, start);
        if (now.isAfter(deadline)) {
            return new Judgement.Answer(key, task, ResultStatus.EXPIRED, ErrorCode.DEADLINE_PASSED, expired(deadline));
        }
        if (start.isAfter(now.plus(NEAR))) {
            return new Judgement.Delay(key, task.withTimes(start, task.deadline()));
        }
        return new Judgement.Run(key, task, start);
    }

    /** What to say of a task that could not start by its deadline. */
    public static String expired(Instant deadline) {
        return "its deadline, " + deadline + ", passed before it could start";
    }

    /** The default counts from when the first attempt may start; later attempts inherit what the task names. */
    public static Instant deadline(Arrival arrival, Task task, Instant start) {
        Instant named = task.deadline();
        if (named != null) {
            return named;
        }
        Instant from = start.isAfter(arrival.appended()) ? start : arrival.appended();
        return from.plus(Limits.MAX_DEADLINE);
    }

    private static Instant earliestStart(ExecutionKey key, Task task) {
        Instant named = task.notBefore();
        Instant nominal = key.execTime().instant();
        return named != null && named.isAfter(nominal) ? named : nominal;
    }

    /** The lane is where the record lies, whatever its value says: results and retries then name the right queue. */
    private Task named(Arrival arrival, Task task) {
        Lane lane = names.lane(arrival.source().topic());
        return lane == null
                ? task.withWork(task.work().withQueue(queue))
                : task.withWork(task.work().withQueue(lane.queue()).withPriority(lane.priority()));
    }

    private ExecutionKey keyOf(Arrival arrival, Task task) {
        ExecutionKey own = task.key();
        String text = arrival.key() == null ? null : new String(arrival.key(), StandardCharsets.UTF_8);
        if (own != null) {
            checkKey(text, own.toString(), "its value's key");
            return own;
        }
        if (text != null) {
            checkKey(text, task.taskId(), "its value's taskId");
        }
        return ExecutionKey.atPosition(
                task.taskId(),
                arrival.appended(),
                laneName(arrival),
                arrival.source().number(),
                arrival.offset());
    }

    private String laneName(Arrival arrival) {
        Lane lane = names.lane(arrival.source().topic());
        return lane == null ? "released." + queue : lane.toString();
    }

    private static void checkKey(@Nullable String key, String wanted, String what) {
        if (key != null && !key.equals(wanted)) {
            throw new ContractException(
                    ErrorCode.KEY_MISMATCH,
                    "record key",
                    ContractException.shown(key) + " is not " + what + ", " + ContractException.shown(wanted),
                    "send that, or no key");
        }
    }

    /** Only task topics have foreign records: what lies in {@code released} was put there on purpose. */
    private boolean isForeign(Arrival arrival, ExecutionKey key) {
        return names.lane(arrival.source().topic()) != null
                && key.home(partitions) != arrival.source().number()
                && !arrival.hasHeader(Headers.ROUTED)
                && !arrival.hasHeader(Headers.REHOMED);
    }
}
