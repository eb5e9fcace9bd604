package dev.carillon.client;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Origin;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.RecordKeys;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.retry.Backoff;
import dev.carillon.schemas.retry.RetryRule;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * From a record to what it says. It touches nothing, but remembers what it has said of tasks and retries: a task may lie
 * in several topics one after the other, and is submitted once.
 */
public final class EventDeriver {
    /** So many executions back a task is known to have been spoken of. */
    static final int REMEMBERED = 100_000;

    private final TopicNames names;
    private final Set<String> said = new LinkedHashSet<>();

    EventDeriver(TopicNames names) {
        this.names = names;
    }

    /** What the record says; nothing if it says nothing or that was said before. Throws what reading it throws. */
    Optional<Heard> heard(StoredRecord record) {
        Optional<EventSource> source = Hearing.sourceOf(record.topic(), names);
        if (source.isEmpty()) {
            return Optional.empty();
        }
        return switch (source.get()) {
            case EVENTS -> decoded(record, Kind.EVENT).map(event -> Heard.written(event, record));
            case TASKS, DELAYED -> decoded(record, Kind.TASK).flatMap(task -> born(task, record));
            case RELEASED -> decoded(record, Kind.TASK).flatMap(task -> released(task, record));
            case RESULTS ->
                isEnd(record) ? decoded(record, Kind.RESULT).flatMap(end -> failed(end, record)) : Optional.empty();
            case OUTCOMES -> decoded(record, Kind.OUTCOME).map(outcome -> ended(outcome, record));
            case DEAD_LETTERS -> Optional.of(dead(record));
        };
    }

    private static <T> Optional<T> decoded(StoredRecord record, Kind<T> kind) {
        return record.value() == null ? Optional.empty() : Optional.of(kind.decode(record.value()));
    }

    private Optional<Heard> born(Task task, StoredRecord record) {
        if (task.attempt() > 1 || task.delivery() > 1 || task.origin() == Origin.RETRY) {
            return Optional.empty();
        }
        EventType type = task.origin() == Origin.TICK ? EventType.SCHEDULED : EventType.SUBMITTED;
        String key = keyOf(task, record);
        if (!isNew(type + " " + key)) {
            return Optional.empty();
        }
        String when = task.notBefore() == null ? "" : ", not before " + task.notBefore();
        return Optional.of(
                Heard.of(type, key, task.work().type() + " for " + task.work().queue() + when, record)
                        .with(task));
    }

    private String keyOf(Task task, StoredRecord record) {
        ExecutionKey key = RecordKeys.of(
                task, record.appended(), names.position(record.topic(), record.partition(), record.offset()));
        return key.toString();
    }

    /** A retry whose failed attempt nobody could read as one, as of a worker that died. */
    private Optional<Heard> released(Task task, StoredRecord record) {
        if (task.attempt() == 1 || task.delivery() > 1 || task.key() == null) {
            return Optional.empty();
        }
        return retrying(String.valueOf(task.key()), task.attempt(), "attempt " + task.attempt() + " may start", record)
                .map(heard -> heard.with(task));
    }

    private static boolean isEnd(StoredRecord record) {
        String kind = record.headers().get(Headers.KIND);
        return kind == null || kind.equals(Headers.KIND_RESULT);
    }

    private Optional<Heard> failed(Result end, StoredRecord record) {
        return nextAttempt(end, record.appended())
                .flatMap(next -> retrying(
                        end.key().toString(),
                        end.attempt() + 1,
                        "attempt " + end.attempt() + " ended " + end.status() + " ("
                                + RetryRule.codeOf(end.status(), end.code()) + "), the next may start at " + next,
                        record))
                .map(heard -> heard.with(end));
    }

    /** When the attempt after a failed one may start; empty if none follows. */
    public static Optional<Instant> nextAttempt(Result end, Instant appended) {
        Task task = end.task();
        boolean failure =
                switch (end.status()) {
                    case FAILED, TIMED_OUT, LOST -> true;
                    default -> false;
                };
        if (!failure || task == null) {
            return Optional.empty();
        }
        String code = RetryRule.codeOf(end.status(), end.code());
        if (RetryRule.judge(task, end.status(), code) != RetryRule.Verdict.TRY_AGAIN) {
            return Optional.empty();
        }
        Instant next = appended.plus(
                Backoff.after(end.attempt(), task.work().retry(), end.key().toString()));
        return task.deadline() != null && next.isAfter(task.deadline()) ? Optional.empty() : Optional.of(next);
    }

    private Optional<Heard> retrying(String key, int attempt, String message, StoredRecord record) {
        return isNew(EventType.RETRYING + " " + attempt + " " + key)
                ? Optional.of(Heard.of(EventType.RETRYING, key, message, record))
                : Optional.empty();
    }

    private static Heard ended(Outcome outcome, StoredRecord record) {
        EventType type =
                switch (outcome.status()) {
                    case SUCCEEDED -> EventType.COMPLETED;
                    case FAILED -> EventType.FAILED;
                    case CANCELLED -> EventType.CANCELLED;
                    case EXPIRED -> EventType.EXPIRED;
                    case SKIPPED -> EventType.SKIPPED;
                };
        String message = outcome.message() == null ? outcome.status().toString() : outcome.message();
        return Heard.of(type, outcome.key().toString(), message, record).with(outcome);
    }

    private static Heard dead(StoredRecord record) {
        String cause = record.headers().getOrDefault(Headers.CAUSE, "without a cause");
        String words = record.headers().getOrDefault(Headers.CAUSE_MESSAGE, "");
        return Heard.of(EventType.DEAD, record.keyText(), cause + ": " + words, record);
    }

    private boolean isNew(String words) {
        if (!said.add(words)) {
            return false;
        }
        if (said.size() > REMEMBERED) {
            said.remove(said.iterator().next());
        }
        return true;
    }
}
