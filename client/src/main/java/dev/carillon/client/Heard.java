package dev.carillon.client;

import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a listener is told.
 *
 * @param subject the execution key, taskId, workerId or shard that it happened to
 * @param at when, by the append time of the record that says so, or by the event's own word
 * @param message one line for people
 * @param record the record that says so
 * @param task the task, where it is one that says so
 * @param result the failed attempt, of RETRYING
 * @param outcome the outcome, where it is one that says so
 * @param event the event as it was written, where it was
 */
public record Heard(
        EventType type,
        String subject,
        Instant at,
        String message,
        StoredRecord record,
        @Nullable Task task,
        @Nullable Result result,
        @Nullable Outcome outcome,
        @Nullable Event event) {

    static Heard of(EventType type, String subject, String message, StoredRecord record) {
        return new Heard(type, subject, record.appended(), message, record, null, null, null, null);
    }

    static Heard written(Event event, StoredRecord record) {
        String message = event.message() == null ? "" : event.message();
        return new Heard(event.type(), event.subject(), event.at(), message, record, null, null, null, event);
    }

    Heard with(Task said) {
        return new Heard(type, subject, at, message, record, said, result, outcome, event);
    }

    Heard with(Result said) {
        return new Heard(type, subject, at, message, record, task, said, outcome, event);
    }

    Heard with(Outcome said) {
        return new Heard(type, subject, at, message, record, task, result, said, event);
    }
}
