package dev.carillon.collector.intake;

import dev.carillon.collector.ledger.LedgerEvent;
import dev.carillon.collector.outcome.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Check;
import dev.carillon.schemas.record.RecordKeys;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.StartDeadline;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;

/** Classifies records of {@code results} and {@code delayed}; it never throws, for any bytes. */
public final class RecordClassifier {
    private final TopicNames names;
    private final int partitions;

    public RecordClassifier(TopicNames names, int partitions) {
        this.names = names;
        this.partitions = partitions;
    }

    public ClassifiedRecord read(ReceivedRecord record) {
        byte[] value = record.value();
        if (value == null) {
            return new ClassifiedRecord.Unusable(ErrorCode.BAD_JSON, "value: is null; send one JSON object in UTF-8");
        }
        try {
            return record.topic().equals(names.delayed()) ? task(record, value) : result(record, value);
        } catch (ContractException e) {
            return new ClassifiedRecord.Unusable(e.code(), String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            // The codec should throw coded errors only; a record that makes it fail otherwise is poison too, and
            // counted.
            return new ClassifiedRecord.Unusable(ErrorCode.INTERNAL_ERROR, e.toString());
        }
    }

    private ClassifiedRecord task(ReceivedRecord record, byte[] value) {
        Task read = Kind.TASK.decode(value);
        RecordKeys.check(record.key(), read);
        Task anchored = StartDeadline.anchored(read, record.at());
        ExecutionKey key =
                RecordKeys.of(read, record.at(), names.position(record.topic(), record.partition(), record.offset()));
        int home = key.home(partitions);
        return home == record.partition()
                ? new ClassifiedRecord.Happened(
                        key, new LedgerEvent.TaskDelayed(anchored.withKey(key), record.at()), null)
                : new ClassifiedRecord.Misplaced(key, home);
    }

    private ClassifiedRecord result(ReceivedRecord record, byte[] value) {
        String kind = record.header(Headers.KIND);
        if (Headers.KIND_LEASE.equals(kind)) {
            return new ClassifiedRecord.Alive(Kind.LEASE.decode(value).worker());
        }
        if (Headers.KIND_CHECK.equals(kind)) {
            Check check = Kind.CHECK.decode(value);
            int home = check.key().home(partitions);
            return home == record.partition()
                    ? new ClassifiedRecord.Answered(check)
                    : new ClassifiedRecord.Misplaced(check.key(), home);
        }
        Result result = withWholeTask(Kind.RESULT.decode(value));
        RecordKeys.check(record.key(), result.key());
        int home = result.key().home(partitions);
        if (home != record.partition()) {
            return new ClassifiedRecord.Misplaced(result.key(), home);
        }
        if (record.header(Headers.SETTLED) != null) {
            return new ClassifiedRecord.Happened(
                    result.key(), new LedgerEvent.Settled(result, record.at()), result.worker());
        }
        boolean claimed = record.header(Headers.CLAIMED) != null;
        return new ClassifiedRecord.Happened(
                result.key(), new LedgerEvent.ResultRead(result, claimed, record.at()), result.worker());
    }

    /** Checks that a result carries its own task, as a retry would otherwise run another one. */
    private static Result withWholeTask(Result result) {
        Task task = result.task();
        if (result.status() == ResultStatus.STARTED && (task == null || result.worker() == null)) {
            throw new ContractException(
                    ErrorCode.MISSING_FIELD,
                    task == null ? "task" : "worker",
                    "is missing in a claim",
                    "a claim names its worker and carries its task");
        }
        if (task == null) {
            return result;
        }
        ExecutionKey own = task.key();
        boolean belongs = own == null ? task.taskId().equals(result.key().taskId()) : own.equals(result.key());
        if (!belongs) {
            throw new ContractException(
                    ErrorCode.KEY_MISMATCH,
                    "task",
                    "belongs to " + ContractException.shown(own == null ? task.taskId() : own) + ", the result to "
                            + ContractException.shown(result.key()),
                    "carry the task that the result is about");
        }
        if (task.attempt() != result.attempt()) {
            throw new ContractException(
                    ErrorCode.CONFLICTING_FIELDS,
                    "task.attempt",
                    "is " + task.attempt() + ", the result's attempt is " + result.attempt(),
                    "carry the task that the result is about");
        }
        return own == null ? result.withTask(task.withKey(result.key())) : result;
    }
}
