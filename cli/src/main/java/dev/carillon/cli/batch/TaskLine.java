package dev.carillon.cli.batch;

import dev.carillon.kit.config.NearestWord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Origin;
import java.util.Collection;
import java.util.List;

/**
 * One line of a task file: a task as a user writes it, with {@code taskId}, {@code type} and {@code payload}, and
 * defaults for the rest. A line with {@code execTime} runs once, however often it is sent.
 */
public final class TaskLine {
    private static final List<String> TASK_FIELDS = List.of(
            "v",
            "taskId",
            "execTime",
            "type",
            "queue",
            "priority",
            "timeout",
            "payload",
            "retry",
            "ifWorkerDies",
            "name",
            "labels",
            "notBefore",
            "deadline",
            "metadata");
    private static final List<String> RETRY_FIELDS =
            List.of("maxRetries", "delay", "backoffRate", "maxDelay", "jitter", "retryOn", "giveUpOn");

    private TaskLine() {}

    /** Decodes the line; the ContractException for an invalid one names the field. */
    public static Task read(byte[] line, FreshKeys keys) {
        Task read = Kind.TASK.decode(line);
        refuseUnknown("", read.rest().keySet(), TASK_FIELDS);
        refuseUnknown("retry.", read.work().retry().rest().keySet(), RETRY_FIELDS);
        if (read.attempt() != 1 || read.sub() != 0 || read.delivery() != 1 || read.origin() != Origin.SUBMITTED) {
            throw new ContractException(
                    ErrorCode.CONFLICTING_FIELDS,
                    "attempt",
                    "attempt, delivery, sub and origin are set by Carillon",
                    "leave them out");
        }
        if (read.execTime() != null && read.execTime().position() != null) {
            throw new ContractException(
                    ErrorCode.BAD_EXEC_TIME,
                    "execTime",
                    ContractException.shown(read.execTime()) + " is an execTime that only Carillon assigns",
                    "write an instant, for example 2026-11-18T00:00:00Z, or leave it out");
        }
        return read.execTime() == null ? read.withKey(keys.next(read.taskId())) : read;
    }

    private static void refuseUnknown(String path, Collection<String> unknown, List<String> known) {
        for (String name : unknown) {
            String hint = NearestWord.to(name, known)
                    .map(near -> "did you mean " + near + "?")
                    .orElse("known fields: " + String.join(", ", known));
            throw new ContractException(
                    ErrorCode.UNKNOWN_VALUE, path + ContractException.shown(name), "is not a field of a task", hint);
        }
    }
}
