package dev.carillon.system.checker.read;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.RecordPosition;
import dev.carillon.schemas.record.Check;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.RecordKeys;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.worker.Lease;
import dev.carillon.system.checker.seen.OutcomeSeen;
import dev.carillon.system.checker.seen.ResultSeen;
import dev.carillon.system.checker.seen.SeenRecord;
import dev.carillon.system.checker.seen.TaskSeen;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All executions of a run by key, and its unusable records. */
public final class Executions {
    /** A record that the contract refuses, and the code. */
    public record Unusable(SeenRecord at, ErrorCode code) {}

    /** Causes of dead letters for executions that failed for good; all other causes concern one record. */
    private static final Set<String> FINAL_CAUSES =
            Set.of(ErrorCode.EXHAUSTED.name(), ErrorCode.RETRIES_GIVEN_UP.name(), ErrorCode.UNKNOWN_QUEUE.name());

    private final Map<String, ExecutionHistory> byKey = new LinkedHashMap<>();
    private final List<Unusable> unusable = new ArrayList<>();
    /** Dead letters by the position of their origin. */
    private final Map<String, List<SeenRecord>> deadLettersByOrigin = new HashMap<>();

    private final WorkerSilences silences = new WorkerSilences();

    public static Executions of(Run run) {
        Executions executions = new Executions();
        TopicNames names = run.names();
        run.in(names.outcomes()).forEach(executions::outcome);
        for (String queue : run.queues()) {
            for (String topic : names.ofQueue(queue)) {
                run.in(topic).forEach(record -> executions.task(record, names));
            }
        }
        run.in(names.delayed()).forEach(record -> executions.task(record, names));
        run.in(names.results()).forEach(executions::result);
        // Last, because RECORD_TOO_LARGE may concern a record or an execution, which only the other records show.
        run.in(names.deadLetters()).forEach(executions::deadLetter);
        return executions;
    }

    public Collection<ExecutionHistory> all() {
        return byKey.values();
    }

    public WorkerSilences silences() {
        return silences;
    }

    public List<Unusable> unusable() {
        return unusable;
    }

    /** The dead letters for this record. */
    public List<SeenRecord> deadLettersOf(SeenRecord record) {
        return deadLettersByOrigin.getOrDefault(record.position(), List.of());
    }

    private ExecutionHistory history(String key) {
        return byKey.computeIfAbsent(key, ExecutionHistory::new);
    }

    private void deadLetter(SeenRecord record) {
        String position = record.headers().get(Headers.ORIGIN_TOPIC)
                + "-" + record.headers().get(Headers.ORIGIN_PARTITION)
                + "@" + record.headers().get(Headers.ORIGIN_OFFSET);
        deadLettersByOrigin.computeIfAbsent(position, p -> new ArrayList<>()).add(record);
        String cause = record.headers().getOrDefault(Headers.CAUSE, "");
        if (FINAL_CAUSES.contains(cause)
                || (cause.equals(ErrorCode.RECORD_TOO_LARGE.name()) && hasOutgrown(record.keyText(), position))) {
            history(record.keyText()).deadLetters.add(record);
        }
    }

    /** Whether an execution ended because its task, which is usable, became too large to be written again. */
    private boolean hasOutgrown(String key, String position) {
        ExecutionHistory known = byKey.get(key);
        return known != null
                && !known.outcomes.isEmpty()
                && unusable.stream().noneMatch(record -> record.at().position().equals(position));
    }

    private void task(SeenRecord record, TopicNames names) {
        Task task = decoded(record, Kind.TASK);
        if (task == null) {
            return;
        }
        ExecutionKey key;
        try {
            RecordKeys.check(record.key(), task);
            RecordPosition position = names.position(record.topic(), record.partition(), record.offset());
            key = RecordKeys.of(task, record.appended(), position);
        } catch (ContractException e) {
            unusable.add(new Unusable(record, e.code()));
            return;
        }
        ExecutionHistory history = history(key.toString());
        // A role may refuse a well-formed task for what only it can know; without an outcome it made no execution.
        if (deadLettersOf(record).isEmpty() || !history.outcomes.isEmpty()) {
            history.tasks.add(new TaskSeen(record, key, task));
        }
    }

    private void result(SeenRecord record) {
        String kind = record.headers().getOrDefault(Headers.KIND, Headers.KIND_RESULT);
        switch (kind) {
            case Headers.KIND_LEASE -> {
                Lease lease = decoded(record, Kind.LEASE);
                if (lease != null) {
                    silences.sign(lease.worker(), record);
                }
            }
            case Headers.KIND_CHECK -> {
                Check check = decoded(record, Kind.CHECK);
                if (check != null) {
                    silences.check(check.worker(), record);
                }
            }
            default -> {
                Result result = decoded(record, Kind.RESULT);
                if (result != null && deadLettersOf(record).isEmpty()) {
                    history(result.key().toString()).results.add(new ResultSeen(record, result));
                    silences.sign(result.worker(), record);
                }
            }
        }
    }

    private void outcome(SeenRecord record) {
        Outcome outcome = decoded(record, Kind.OUTCOME);
        if (outcome != null) {
            history(outcome.key().toString()).outcomes.add(new OutcomeSeen(record, outcome));
        }
    }

    private <T> @Nullable T decoded(SeenRecord record, Kind<T> kind) {
        if (record.value() == null) {
            unusable.add(new Unusable(record, ErrorCode.NOT_AN_OBJECT));
            return null;
        }
        try {
            return kind.decode(record.value());
        } catch (ContractException e) {
            unusable.add(new Unusable(record, e.code()));
            return null;
        }
    }
}
