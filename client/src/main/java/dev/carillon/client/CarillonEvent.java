package dev.carillon.client;

import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event as listeners get it.
 *
 * @param subject the execution key, taskId, workerId or shard that it happened to
 * @param at the event's own time, or the append time of the record that it was derived from
 * @param message one line for people
 * @param record the record of the event, or the one that it was derived from
 * @param task the task, if the event was derived from one
 * @param result the failed attempt, for RETRYING
 * @param outcome the outcome, if the event was derived from one
 * @param event the event as it was written; null if it was derived
 */
public record CarillonEvent(
        EventType type,
        String subject,
        Instant at,
        String message,
        StoredRecord record,
        @Nullable Task task,
        @Nullable Result result,
        @Nullable Outcome outcome,
        @Nullable Event event) {

    static CarillonEvent of(EventType type, String subject, String message, StoredRecord record) {
        return new CarillonEvent(type, subject, record.appended(), message, record, null, null, null, null);
    }

    static CarillonEvent written(Event event, StoredRecord record) {
        String message = event.message() == null ? "" : event.message();
        return new CarillonEvent(event.type(), event.subject(), event.at(), message, record, null, null, null, event);
    }

    CarillonEvent with(Task source) {
        return new CarillonEvent(type, subject, at, message, record, source, result, outcome, event);
    }

    CarillonEvent with(Result source) {
        return new CarillonEvent(type, subject, at, message, record, task, source, outcome, event);
    }

    CarillonEvent with(Outcome source) {
        return new CarillonEvent(type, subject, at, message, record, task, result, source, event);
    }
}
