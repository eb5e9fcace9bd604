package dev.carillon.client.event;

import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.RecordKeys;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.retry.Backoff;
import dev.carillon.schemas.retry.RetryRule;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Origin;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Derives events from records, without I/O. It remembers which tasks and retries it has reported, because one task may
 * lie in several topics one after the other.
 */
public final class EventDeriver {
    /** How many of the last reported tasks and retries are remembered. */
    static final int REMEMBERED = 100_000;

    private final TopicNames names;
    private final Set<String> reported = new LinkedHashSet<>();

    EventDeriver(TopicNames names) {
        this.names = names;
    }

    /** The record's event; empty if it has none or it was reported before. Throws if the record can't be read. */
    Optional<CarillonEvent> derive(ReceivedRecord record) {
        Optional<EventSource> source = EventSources.sourceOf(record.topic(), names);
        if (source.isEmpty()) {
            return Optional.empty();
        }
        return switch (source.get()) {
            case EVENTS -> decoded(record, Kind.EVENT).map(event -> CarillonEvent.written(event, record));
            case TASKS, DELAYED -> decoded(record, Kind.TASK).flatMap(task -> submitted(task, record));
            case RELEASED -> decoded(record, Kind.TASK).flatMap(task -> released(task, record));
            case RESULTS ->
                isEnd(record) ? decoded(record, Kind.RESULT).flatMap(end -> failed(end, record)) : Optional.empty();
            case OUTCOMES -> decoded(record, Kind.OUTCOME).map(outcome -> ended(outcome, record));
            case DEAD_LETTERS -> Optional.of(deadLetter(record));
        };
    }

    private static <T> Optional<T> decoded(ReceivedRecord record, Kind<T> kind) {
        return record.value() == null ? Optional.empty() : Optional.of(kind.decode(record.value()));
    }

    private Optional<CarillonEvent> submitted(Task task, ReceivedRecord record) {
        if (task.attempt() > 1 || task.delivery() > 1 || task.origin() == Origin.RETRY) {
            return Optional.empty();
        }
        EventType type = task.origin() == Origin.TICK ? EventType.SCHEDULED : EventType.SUBMITTED;
        String key = keyOf(task, record);
        if (!isNew(type + " " + key)) {
            return Optional.empty();
        }
        String when = task.notBefore() == null ? "" : ", not before " + task.notBefore();
        return Optional.of(CarillonEvent.of(
                        type, key, task.work().type() + " for " + task.work().queue() + when, record)
                .with(task));
    }

    private String keyOf(Task task, ReceivedRecord record) {
        ExecutionKey key = RecordKeys.of(
                task, record.appended(), names.position(record.topic(), record.partition(), record.offset()));
        return key.toString();
    }

    /** A retry that no result has announced, for example after its worker died. */
    private Optional<CarillonEvent> released(Task task, ReceivedRecord record) {
        if (task.attempt() == 1 || task.delivery() > 1 || task.key() == null) {
            return Optional.empty();
        }
        return retrying(String.valueOf(task.key()), task.attempt(), "attempt " + task.attempt() + " may start", record)
                .map(event -> event.with(task));
    }

    private static boolean isEnd(ReceivedRecord record) {
        return record.headers().textOr(Headers.KIND, Headers.KIND_RESULT).equals(Headers.KIND_RESULT);
    }

    private Optional<CarillonEvent> failed(Result end, ReceivedRecord record) {
        return nextAttempt(end, record.appended())
                .flatMap(next -> retrying(
                        end.key().toString(),
                        end.attempt() + 1,
                        "attempt " + end.attempt() + " ended " + end.status() + " ("
                                + RetryRule.codeOf(end.status(), end.code()) + "), the next may start at " + next,
                        record))
                .map(event -> event.with(end));
    }

    /** When the attempt after a failed one may start; empty if none follows. */
    public static Optional<Instant> nextAttempt(Result end, Instant appended) {
        Task task = end.task();
        if (!end.status().isFailure() || task == null) {
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

    private Optional<CarillonEvent> retrying(String key, int attempt, String message, ReceivedRecord record) {
        return isNew(EventType.RETRYING + " " + attempt + " " + key)
                ? Optional.of(CarillonEvent.of(EventType.RETRYING, key, message, record))
                : Optional.empty();
    }

    private static CarillonEvent ended(Outcome outcome, ReceivedRecord record) {
        EventType type =
                switch (outcome.status()) {
                    case SUCCEEDED -> EventType.COMPLETED;
                    case FAILED -> EventType.FAILED;
                    case CANCELLED -> EventType.CANCELLED;
                    case EXPIRED -> EventType.EXPIRED;
                    case SKIPPED -> EventType.SKIPPED;
                };
        String message = outcome.message() == null ? outcome.status().toString() : outcome.message();
        return CarillonEvent.of(type, outcome.key().toString(), message, record).with(outcome);
    }

    private static CarillonEvent deadLetter(ReceivedRecord record) {
        String cause = record.headers().textOr(Headers.CAUSE, "without a cause");
        String message = record.headers().textOr(Headers.CAUSE_MESSAGE, "");
        return CarillonEvent.of(EventType.DEAD, record.keyText(), cause + ": " + message, record);
    }

    private boolean isNew(String id) {
        if (!reported.add(id)) {
            return false;
        }
        if (reported.size() > REMEMBERED) {
            reported.remove(reported.iterator().next());
        }
        return true;
    }
}
