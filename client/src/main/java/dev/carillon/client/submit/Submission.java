package dev.carillon.client.submit;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskBuilder;
import dev.carillon.schemas.work.IfWorkerDies;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkBuilder;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Work to be done once, now or later. Immutable: each method returns a new submission.
 *
 * @param execTime chosen by the submitter, so that it runs once however often it is submitted; null for a fresh key
 * @param delay the least time between submission and start; null for none
 */
public record Submission(
        String taskId,
        @Nullable ExecTime execTime,
        Work work,
        @Nullable Instant notBefore,
        @Nullable Duration delay,
        @Nullable Instant deadline,
        Map<String, String> metadata) {

    /** Work of a type that a worker serves: {@code http}, {@code shell}, or the name of a handler. */
    public static Submission of(String type) {
        return new Submission(type, null, Work.of(type, RawJson.NULL), null, null, null, Map.of());
    }

    /** The first half of the key, and the name of the work in lists; the type by default. */
    public Submission taskId(String id) {
        return new Submission(TaskId.check("taskId", id), execTime, work, notBefore, delay, deadline, metadata);
    }

    /** A key chosen by the submitter: work with one key runs once, however often it is submitted. */
    public Submission key(ExecutionKey key) {
        if (key.sub() != 0 || key.execTime().position() != null) {
            throw new ContractException(
                    ErrorCode.BAD_KEY,
                    "key",
                    ContractException.shown(key) + " is a key that only the system gives",
                    "choose taskId:execTime, for example invoice-4711:2026-11-18T00:00:00Z");
        }
        return new Submission(key.taskId(), key.execTime(), work, notBefore, delay, deadline, metadata);
    }

    /** As {@link #key(ExecutionKey)}, spelled {@code taskId:execTime}. */
    public Submission key(String key) {
        return key(ExecutionKey.parse(key));
    }

    /** What the handler gets, as JSON text. */
    public Submission payload(String json) {
        return payload(RawJson.parse(json));
    }

    public Submission payload(RawJson json) {
        Work with = WorkBuilder.builder(work).payload(json).build();
        return work(with);
    }

    public Submission queue(String name) {
        return work(work.withQueue(name));
    }

    public Submission priority(Priority priority) {
        return work(work.withPriority(priority));
    }

    /** How long one attempt may take. */
    public Submission timeout(Duration timeout) {
        return work(work.withTimeout(timeout));
    }

    /** How often a failed attempt is tried again, at most. */
    public Submission retries(int most) {
        Retry r = work.retry();
        return retry(new Retry(
                most, r.delay(), r.backoffRate(), r.maxDelay(), r.jitter(), r.retryOn(), r.giveUpOn(), r.rest()));
    }

    public Submission retry(Retry rule) {
        return work(work.withRetry(rule));
    }

    /** What happens to an attempt whose worker dies: it is retried, or fails because it must not run twice. */
    public Submission ifWorkerDies(IfWorkerDies rule) {
        return work(work.withIfWorkerDies(rule));
    }

    /** Not to start before the instant. */
    public Submission notBefore(Instant instant) {
        return new Submission(taskId, execTime, work, instant, null, deadline, metadata);
    }

    /** Not to start before this time after the submission. */
    public Submission after(Duration time) {
        return new Submission(taskId, execTime, work, null, time, deadline, metadata);
    }

    /** Work that has not started by then ends EXPIRED. */
    public Submission deadline(Instant instant) {
        return new Submission(taskId, execTime, work, notBefore, delay, instant, metadata);
    }

    /** One more entry in the task's metadata, which handlers can read. */
    public Submission metadata(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(metadata);
        more.put(name, value);
        return new Submission(taskId, execTime, work, notBefore, delay, deadline, Map.copyOf(more));
    }

    private Submission work(Work other) {
        return new Submission(taskId, execTime, other, notBefore, delay, deadline, metadata);
    }

    /** The task to send, under the chosen key or a fresh one. */
    Task task(FreshKeys keys, Clock clock) {
        Instant start = delay == null ? notBefore : later(clock.instant(), delay);
        return TaskBuilder.builder()
                .taskId(TaskId.check("taskId", taskId))
                .execTime(execTime == null ? keys.nextTime() : execTime)
                .attempt(1)
                .delivery(1)
                .work(work)
                .notBefore(start)
                .deadline(deadline)
                .origin(Origin.SUBMITTED)
                .metadata(metadata)
                .rest(Map.of())
                .build();
    }

    private static Instant later(Instant now, Duration delay) {
        try {
            return now.plus(delay);
        } catch (DateTimeException | ArithmeticException e) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    "notBefore",
                    "no instant is " + delay + " from now",
                    "choose a shorter delay");
        }
    }
}
