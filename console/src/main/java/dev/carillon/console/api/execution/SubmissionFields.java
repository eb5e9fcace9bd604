package dev.carillon.console.api.execution;

import dev.carillon.console.api.KnownFields;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskBuilder;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a submitted task from JSON. */
final class SubmissionFields {
    private static final List<String> OF_RETRY =
            List.of("maxRetries", "delay", "backoffRate", "maxDelay", "jitter", "retryOn", "giveUpOn");

    private SubmissionFields() {}

    /**
     * The task; without an execTime unless the client has chosen one. A refusal names its field within the object.
     *
     * @param now the instant from which a delay counts
     */
    static Task read(Fields f, Instant now) {
        String chosenId = f.parsed("taskId", 10_000, TaskId::check);
        ExecTime execTime = f.parsed("execTime", Limits.KEY, ExecTime::parse);
        if (execTime != null && execTime.position() != null) {
            throw new ContractException(
                    ErrorCode.BAD_EXEC_TIME,
                    "execTime",
                    ContractException.shown(execTime) + " has a form that only the system assigns",
                    "write an instant, for example 2026-11-18T00:00:00Z, or leave it out");
        }
        Work work = Work.read(f);
        Instant notBefore = notBefore(f, now);
        Instant deadline = f.instant("deadline");
        Map<String, String> metadata = f.textMap("metadata", Limits.LABELS, Limits.LABEL_NAME, Limits.METADATA_VALUE);
        KnownFields.requireNone(f);
        KnownFields.require(f.pathOf("retry") + ".", work.retry().rest().keySet(), OF_RETRY);
        String taskId = chosenId == null ? TaskId.check("type", work.type()) : chosenId;
        return TaskBuilder.builder()
                .taskId(taskId)
                .execTime(execTime)
                .attempt(1)
                .delivery(1)
                .work(work)
                .notBefore(notBefore)
                .deadline(deadline)
                .origin(Origin.SUBMITTED)
                .metadata(metadata)
                .rest(Map.of())
                .build();
    }

    private static @Nullable Instant notBefore(Fields f, Instant now) {
        Instant notBefore = f.instant("notBefore");
        Duration delay = f.duration("delay", Duration.ZERO, Limits.MAX_DEADLINE);
        if (delay == null) {
            return notBefore;
        }
        if (notBefore != null) {
            throw new ContractException(
                    ErrorCode.CONFLICTING_FIELDS,
                    "delay",
                    "both delay and notBefore say when it may start",
                    "leave one of them out");
        }
        return now.plus(delay);
    }
}
