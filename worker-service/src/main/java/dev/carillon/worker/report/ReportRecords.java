package dev.carillon.worker.report;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.codec.OutcomeEncoder;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultBuilder;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.schemas.worker.LogLines;
import dev.carillon.worker.wire.OutgoingRecord;
import dev.carillon.worker.wire.PolledRecord;
import dev.carillon.worker.wire.PolledRecord.Header;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds the records that a worker sends; pure, so the same input gives the same bytes. */
public final class ReportRecords {
    /** A record that is moved home must fit into a task topic with one more header and the overhead of compression. */
    static final int MOVED_BYTES = 900_000;

    private static final List<Header> SETTLED = List.of(
            Header.of(Headers.KIND, Headers.KIND_RESULT),
            Header.of(Headers.ATTEMPT, "1"),
            Header.of(Headers.SETTLED, "true"));

    private final TopicNames names;
    private final int partitions;
    private final WorkerRef worker;
    private final DeadLetters deadLetters;

    public ReportRecords(TopicNames names, int partitions, WorkerRef worker) {
        this.names = names;
        this.partitions = partitions;
        this.worker = worker;
        this.deadLetters = new DeadLetters(names);
    }

    /** The partition of {@code results} in which the results of an execution lie. */
    public int home(ExecutionKey key) {
        return key.home(partitions);
    }

    /**
     * The success of a first attempt on which the collector need not decide: its result and, with it, the outcome of
     * the execution. If the result can't carry the data, the attempt has failed, and the collector decides what
     * follows.
     */
    public List<OutgoingRecord> settled(Subject subject, AttemptEnding ending, AttemptTimes times) {
        ExecutionKey key = subject.key();
        Result result = succeeded(subject, ending, times);
        Instant ended = times.finished();
        try {
            checkData(result.data());
            byte[] value = Kind.RESULT.encode(result);
            Outcome outcome = Outcome.succeeded(result, ended == null ? Instant.EPOCH : ended);
            return List.of(
                    toResults(key, value, SETTLED),
                    new OutgoingRecord(
                            names.outcomes(),
                            home(key),
                            key.bytes(),
                            OutcomeEncoder.encode(outcome, value),
                            List.of()));
        } catch (RuntimeException e) {
            // Even if the handler's data can't be encoded, the collector must learn how the attempt ended.
            byte[] failed = smaller(withoutBulk(result, subject.task(), e));
            return List.of(toResults(key, failed, headers(subject.task(), Headers.KIND_RESULT)));
        }
    }

    private Result succeeded(Subject subject, AttemptEnding ending, AttemptTimes times) {
        return Result.of(subject.key(), subject.task().attempt(), ResultStatus.SUCCEEDED)
                .withData(ending.data())
                .withRun(worker, times, subject.position());
    }

    /** The result of an attempt that ended. */
    public OutgoingRecord result(Subject subject, AttemptEnding ending, AttemptTimes times, boolean claimed) {
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

    /** The claim of an attempt: from its commit on, only this incarnation may end the attempt. */
    public OutgoingRecord claim(Subject subject, AttemptTimes times) {
        Result result = Result.of(subject.key(), subject.task().attempt(), ResultStatus.STARTED)
                .withRun(worker, times, subject.position())
                .withTask(subject.task());
        return toResults(subject.key(), encoded(result, subject.task()), headers(subject.task(), Headers.KIND_CLAIM));
    }

    /** The record for its home partition, unchanged but for one more header. */
    public OutgoingRecord movedHome(PolledRecord arrival, ExecutionKey key, int home) {
        List<Header> headers = new ArrayList<>(arrival.headers());
        headers.add(Header.of(Headers.REHOMED, arrival.source().number() + "@" + arrival.offset()));
        OutgoingRecord moved =
                new OutgoingRecord(arrival.source().topic(), home, key.bytes(), arrival.value(), headers);
        String message = "headers: the record has " + moved.size() + " bytes with them, over the limit of "
                + MOVED_BYTES + " for a move to its home partition; send fewer or smaller headers";
        return moved.size() <= MOVED_BYTES ? moved : deadLetter(arrival, ErrorCode.RECORD_TOO_LARGE, message);
    }

    /** The task for {@code delayed}, where it waits until it may start. */
    public OutgoingRecord delayed(ExecutionKey key, Task task) {
        List<Header> headers = new ArrayList<>(List.of(
                Header.of(Headers.ATTEMPT, Integer.toString(task.attempt())),
                Header.of(Headers.PRIORITY, Fields.spelled(task.work().priority()))));
        if (task.notBefore() != null) {
            headers.add(Header.of(Headers.NOT_BEFORE, task.notBefore().toString()));
        }
        return new OutgoingRecord(names.delayed(), key.home(partitions), key.bytes(), Kind.TASK.encode(task), headers);
    }

    /** A dead letter with the record and the reason why it can't be used. */
    public OutgoingRecord deadLetter(PolledRecord arrival, ErrorCode code, String message) {
        return deadLetters.of(arrival, code, message);
    }

    public DeadLetters deadLetters() {
        return deadLetters;
    }

    public OutgoingRecord event(EventType type, String subject, Instant at, String message) {
        Event event = new Event(type, subject, at, cut("worker/" + worker.id(), Limits.NAME), message, null, Map.of());
        return new OutgoingRecord(
                names.events(), null, subject.getBytes(StandardCharsets.UTF_8), Kind.EVENT.encode(event), List.of());
    }

    public OutgoingRecord logLines(Subject subject, long sequence, Instant at, List<String> lines) {
        LogLines record =
                new LogLines(subject.key(), subject.task().attempt(), sequence, at, List.copyOf(lines), Map.of());
        return new OutgoingRecord(names.logs(), null, subject.key().bytes(), Kind.LOG_LINES.encode(record), List.of());
    }

    private byte[] encoded(Result result, Task task) {
        try {
            checkData(result.data());
            return Kind.RESULT.encode(result);
        } catch (RuntimeException e) {
            // Even if the handler's data can't be encoded, the collector must learn how the attempt ended.
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

    /**
     * Leaves out data that can't be encoded; a success fails without it, as readers would take it for a success without
     * data.
     */
    private static Result withoutBulk(Result result, Task task, RuntimeException cause) {
        Result small = result.withData(null);
        if (result.status() != ResultStatus.SUCCEEDED) {
            return small.withReason(result.code(), result.message(), null);
        }
        Result failed = Result.of(result.key(), result.attempt(), ResultStatus.FAILED)
                .withRun(result.worker(), result.times(), result.position());
        String code = (cause instanceof ContractException refused ? refused.code() : ErrorCode.BAD_JSON).name();
        String reason = String.valueOf(cut(cause.getMessage(), Limits.MESSAGE / 2));
        String message = reason.startsWith("data") ? reason : "data: is not JSON that a result can carry: " + reason;
        return failed.withReason(code, message, null).withTask(neverRetrying(task, code));
    }

    private static Result withoutTask(Result result, Task task) {
        Result counted = result.withTask(task);
        return ResultBuilder.builder(counted).task(null).skipped(null).build();
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

    private OutgoingRecord toResults(ExecutionKey key, byte[] value, List<Header> headers) {
        return new OutgoingRecord(names.results(), key.home(partitions), key.bytes(), value, headers);
    }

    private static List<Header> headers(Task task, String kind) {
        return new ArrayList<>(
                List.of(Header.of(Headers.KIND, kind), Header.of(Headers.ATTEMPT, Integer.toString(task.attempt()))));
    }

    private static @Nullable String cut(@Nullable String text, int limit) {
        return text == null || text.length() <= limit ? text : text.substring(0, limit - 1) + "…";
    }

    /** The attempt that a record is about. */
    public record Subject(ExecutionKey key, Task task, TaskPosition position) {}
}
