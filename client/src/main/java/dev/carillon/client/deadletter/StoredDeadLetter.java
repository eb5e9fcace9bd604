package dev.carillon.client.deadletter;

import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.header.Headers;
import java.time.Instant;
import java.util.Optional;

/** One dead letter, as stored in its topic. */
public record StoredDeadLetter(ReceivedRecord stored) {

    public DeadLetterPosition position() {
        return new DeadLetterPosition(stored.partition(), stored.offset());
    }

    public Instant appended() {
        return stored.appended();
    }

    /** The key of the record: that of the execution if there was one; may be empty. */
    public String key() {
        return stored.keyText();
    }

    /** The stable code of its cause. */
    public String cause() {
        return header(Headers.CAUSE).orElse("UNKNOWN");
    }

    public String message() {
        return header(Headers.CAUSE_MESSAGE).orElse("");
    }

    public Optional<String> originTopic() {
        return header(Headers.ORIGIN_TOPIC);
    }

    /** The position of the original record, as {@code carillon.results-3@17}. */
    public Optional<String> origin() {
        return originTopic()
                .map(topic -> topic
                        + header(Headers.ORIGIN_PARTITION)
                                .map(number -> "-" + number)
                                .orElse("")
                        + header(Headers.ORIGIN_OFFSET)
                                .map(offset -> "@" + offset)
                                .orElse(""));
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(stored.headers().text(name)).filter(text -> !text.isEmpty());
    }

    /** Whether it belongs to the task or schedule. */
    public boolean isOf(String taskId) {
        return key().equals(taskId) || key().startsWith(taskId + ":");
    }
}
