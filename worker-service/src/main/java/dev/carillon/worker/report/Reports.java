package dev.carillon.worker.report;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.codec.OutcomeEncoder;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Limits;
import dev.carillon.schemas.record.LogLines;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Retry;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.record.Times;
import dev.carillon.schemas.record.WorkerRef;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.worker.wire.Arrival;
import dev.carillon.worker.wire.Arrival.Header;
import dev.carillon.worker.wire.Outgoing;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the records that a worker sends; pure but for nothing: the same input gives the same bytes. */
public final class Reports {
    /** With its new header and whatever compression adds, a record must still fit into a topic of tasks. */
    static final int MOVED_BYTES = 900_000;

    private static final List<Header> SETTLED = List.of(
            Header.of(Headers.KIND, Headers.KIND_RESULT),
            Header.of(Headers.ATTEMPT, "1"),
            Header.of(Headers.SETTLED, "true"));

    private final TopicNames names;
    private final int partitions;
    private final WorkerRef worker;
    private final DeadLetters deadLetters;

    public Reports(TopicNames names, int partitions, WorkerRef worker) {
        this.names = names;
        this.partitions = partitions;
        this.worker = worker;
        this.deadLetters = new DeadLetters(names);
    }

    /** Where the results of an execution lie. */
    public int home(ExecutionKey key) {
        return key.home(partitions);
    }

    /**
     * The end of a first attempt that succeeded and that nobody else has to decide on: its result and, with it, the outcome of
     * the execution. Where the result can't carry the data, the attempt has failed, and that is the collector's to decide on.
     */
    public List<Outgoing> settled(Subject subject, Ending ending, Times times) {
        ExecutionKey key = subject.key();
        Result result = succeeded(subject, ending, times);
        Instant ended = times.finished();
        try {
            checkData(result.data());
            byte[] value = Kind.RESULT.encode(result);
            Outcome outcome = Outcome.succeeded(result, ended == null ? Instant.EPOCH : ended);
            return List.of(
                    toResults(key, value, SETTLED),
                    new Outgoing(
                            names.outcomes(),
                            home(key),
                            key.bytes(),
                            OutcomeEncoder.encode(outcome, value),
                            List.of()));
        } catch (RuntimeException e) {
            // Whatever a handler gave: the collector must be able to read how the attempt ended.
            byte[] failed = smaller(withoutBulk(result, subject.task(), e));
            return List.of(toResults(key, failed, headers(subject.task(), Headers.KIND_RESULT)));
        }
    }

    private Result succeeded(Subject subject, Ending ending, Times times) {
        return Result.of(subject.key(), subject.task().attempt(), ResultStatus.SUCCEEDED)
                .withData(ending.data())
                .withRun(worker, times, subject.position());
    }

    /** The end of an attempt. */
    public Outgoing result(Subject subject, Ending ending, Times times, boolean claimed) {
        Result result = Result.of(subject.key(), subject.task().attempt(), ending.status())
                .withReason(ending.code(), cut(ending.message(), Limits.MESSAGE), cut(ending.error(), Limits.ERROR))
                .withData(ending.data())
                .withRun(worker, times, subject.position())
                .withTask(subject.task());
        if (ending.status() == ResultStatus.SUCCEEDED) {
            result = withoutTask(result, subject.task());
        } else if (!ending.retryable() && ending.code() != null) {
            result = result.withTask(neverRetrying(subject.task(), ending.code()));
        }
        List<Header> headers = headers(subject.task(), Headers.KIND_RESULT);
        if (claimed) {
            headers.add(Header.of(Headers.CLAIMED, "true"));
        }
        return toResults(subject.key(), encoded(result, subject.task()), headers);
    }

    /** Says that the attempt was started and now belongs to this incarnation. */
    public Outgoing claim(Subject subject, Times times) {
        Result result = Result.of(subject.key(), subject.task().attempt(), ResultStatus.STARTED)
                .withRun(worker, times, subject.position())
                .withTask(subject.task());
        return toResults(subject.key(), encoded(result, subject.task()), headers(subject.task(), Headers.KIND_CLAIM));
    }

    /** The record as it is, at the partition where it belongs. */
    public Outgoing movedHome(Arrival arrival, ExecutionKey key, int home) {
        List<Header> headers = new ArrayList<>(arrival.headers());
        headers.add(Header.of(Headers.REHOMED, arrival.source().number() + "@" + arrival.offset()));
        Outgoing moved = new Outgoing(arrival.source().topic(), home, key.bytes(), arrival.value(), headers);
        String message = "headers: with them the record has " + moved.size() + " bytes and can't be moved to its home, "
                + "over the limit of " + MOVED_BYTES + "; send fewer or smaller headers";
        return moved.size() <= MOVED_BYTES ? moved : deadLetter(arrival, ErrorCode.RECORD_TOO_LARGE, message);
    }

    /** The task for {@code delayed}, where it rests until it may start. */
    public Outgoing delayed(ExecutionKey key, Task task) {
        List<Header> headers = new ArrayList<>(List.of(
                Header.of(Headers.ATTEMPT, Integer.toString(task.attempt())),
                Header.of(Headers.PRIORITY, Fields.spelled(task.work().priority()))));
        if (task.notBefore() != null) {
            headers.add(Header.of(Headers.NOT_BEFORE, task.notBefore().toString()));
        }
        return new Outgoing(names.delayed(), key.home(partitions), key.bytes(), Kind.TASK.encode(task), headers);
    }

    /** The record as it is, with why it can't be used. */
    public Outgoing deadLetter(Arrival arrival, ErrorCode code, String message) {
        return deadLetters.of(arrival, code, message);
    }

    public DeadLetters deadLetters() {
        return deadLetters;
    }

    public Outgoing event(EventType type, String subject, Instant at, String message) {
        Event event = new Event(type, subject, at, cut("worker/" + worker.id(), Limits.NAME), message, null, Map.of());
        return new Outgoing(
                names.events(), null, subject.getBytes(StandardCharsets.UTF_8), Kind.EVENT.encode(event), List.of());
    }

    public Outgoing logLines(Subject subject, long sequence, Instant at, List<String> lines) {
        LogLines record =
                new LogLines(subject.key(), subject.task().attempt(), sequence, at, List.copyOf(lines), Map.of());
        return new Outgoing(names.logs(), null, subject.key().bytes(), Kind.LOG_LINES.encode(record), List.of());
    }

    private byte[] encoded(Result result, Task task) {
        try {
            checkData(result.data());
            return Kind.RESULT.encode(result);
        } catch (RuntimeException e) {
            // Whatever a handler gave: the collector must be able to read how the attempt ended.
            return smaller(withoutBulk(result, task, e));
        }
    }

    private static byte[] smaller(Result result) {
        try {
            return Kind.RESULT.encode(result);
        } catch (ContractException e) {
            Result bare = Result.of(result.key(), result.attempt(), result.status())
                    .withReason(e.code().name(), e.getMessage(), null)
                    .withRun(result.worker(), result.times(), result.position());
            return Kind.RESULT.encode(bare);
        }
    }

    private static void checkData(@Nullable RawJson data) {
        if (data != null && data.length() > Limits.RESULT_DATA_BYTES) {
            throw new ContractException(
                    ErrorCode.RECORD_TOO_LARGE,
                    "data",
                    data.length() + " bytes are over the limit of " + Limits.RESULT_DATA_BYTES,
                    "return less, and put the rest where the result can point to");
        }
    }

    /** A success whose data nobody can read is none: the reader would take it for an empty one. */
    private static Result withoutBulk(Result result, Task task, RuntimeException cause) {
        Result small = result.withData(null);
        if (result.status() != ResultStatus.SUCCEEDED) {
            return small.withReason(result.code(), result.message(), null);
        }
        Result failed = Result.of(result.key(), result.attempt(), ResultStatus.FAILED)
                .withRun(result.worker(), result.times(), result.position());
        String code = (cause instanceof ContractException refused ? refused.code() : ErrorCode.BAD_JSON).name();
        String said = String.valueOf(cut(cause.getMessage(), Limits.MESSAGE / 2));
        String message = said.startsWith("data") ? said : "data: is no JSON that a result can carry: " + said;
        return failed.withReason(code, message, null).withTask(neverRetrying(task, code));
    }

    private static Result withoutTask(Result result, Task task) {
        Result counted = result.withTask(task);
        return new Result(
                counted.key(),
                counted.attempt(),
                counted.delivery(),
                counted.status(),
                counted.code(),
                counted.message(),
                counted.data(),
                counted.error(),
                counted.worker(),
                counted.times(),
                counted.position(),
                null,
                null,
                counted.rest());
    }

    private static Task neverRetrying(Task task, String code) {
        Retry rule = task.work().retry();
        List<String> giveUpOn = new ArrayList<>(rule.giveUpOn());
        if (giveUpOn.contains(code)) {
            return task;
        }
        if (giveUpOn.size() >= Limits.RETRY_CODES) {
            giveUpOn.remove(giveUpOn.size() - 1); // The list is full, and no attempt follows that could need it.
        }
        giveUpOn.add(code);
        return task.withWork(task.work()
                .withRetry(new Retry(
                        rule.maxRetries(),
                        rule.delay(),
                        rule.backoffRate(),
                        rule.maxDelay(),
                        rule.jitter(),
                        rule.retryOn(),
                        List.copyOf(giveUpOn),
                        rule.rest())));
    }

    private Outgoing toResults(ExecutionKey key, byte[] value, List<Header> headers) {
        return new Outgoing(names.results(), key.home(partitions), key.bytes(), value, headers);
    }

    private static List<Header> headers(Task task, String kind) {
        return new ArrayList<>(
                List.of(Header.of(Headers.KIND, kind), Header.of(Headers.ATTEMPT, Integer.toString(task.attempt()))));
    }

    private static @Nullable String cut(@Nullable String text, int limit) {
        return text == null || text.length() <= limit ? text : text.substring(0, limit - 1) + "…";
    }

    /** The attempt that is spoken of. */
    public record Subject(ExecutionKey key, Task task, TaskPosition position) {}
}
