package dev.carillon.client.event;

import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import io.soabase.recordbuilder.core.RecordBuilder;
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
@RecordBuilder
public record CarillonEvent(
        EventType type,
        String subject,
        Instant at,
        String message,
        ReceivedRecord record,
        @Nullable Task task,
        @Nullable Result result,
        @Nullable Outcome outcome,
        @Nullable Event event) {

    static CarillonEvent of(EventType type, String subject, String message, ReceivedRecord record) {
        return CarillonEventBuilder.builder()
                .type(type)
                .subject(subject)
                .at(record.appended())
                .message(message)
                .record(record)
                .build();
    }

    static CarillonEvent written(Event event, ReceivedRecord record) {
        String message = event.message() == null ? "" : event.message();
        return CarillonEventBuilder.builder()
                .type(event.type())
                .subject(event.subject())
                .at(event.at())
                .message(message)
                .record(record)
                .event(event)
                .build();
    }

    CarillonEvent with(Task source) {
        return CarillonEventBuilder.builder(this).task(source).build();
    }

    CarillonEvent with(Result source) {
        return CarillonEventBuilder.builder(this).result(source).build();
    }

    CarillonEvent with(Outcome source) {
        return CarillonEventBuilder.builder(this).outcome(source).build();
    }
}
