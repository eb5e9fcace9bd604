package dev.carillon.console.history.fold;

import dev.carillon.client.log.StoredRecord;
import dev.carillon.console.history.run.RecordPlace;
import dev.carillon.schemas.header.Headers;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the history stores of a dead letter: position, cause and origin, but not its bytes. */
public record DeadLetterFacts(
        RecordPlace place,
        String key,
        String taskId,
        String cause,
        String message,
        @Nullable RecordPlace origin) {
    private static final int KEY = 400;

    static DeadLetterFacts of(StoredRecord record) {
        Map<String, String> headers = record.headers();
        String key = TextLimits.cut(record.keyText(), KEY);
        int colon = key == null ? -1 : key.indexOf(':');
        String message = TextLimits.cut(headers.getOrDefault(Headers.CAUSE_MESSAGE, ""), TextLimits.MESSAGE);
        return new DeadLetterFacts(
                new RecordPlace(record.topic(), record.partition(), record.offset(), record.appended()),
                key == null ? "" : key,
                key == null ? "" : colon < 0 ? key : key.substring(0, colon),
                headers.getOrDefault(Headers.CAUSE, "UNKNOWN"),
                message == null ? "" : message,
                origin(headers));
    }

    private static @Nullable RecordPlace origin(Map<String, String> headers) {
        String topic = headers.get(Headers.ORIGIN_TOPIC);
        if (topic == null || topic.isEmpty()) {
            return null;
        }
        try {
            return new RecordPlace(
                    topic,
                    Integer.parseInt(headers.getOrDefault(Headers.ORIGIN_PARTITION, "0")),
                    Long.parseLong(headers.getOrDefault(Headers.ORIGIN_OFFSET, "0")),
                    Instant.ofEpochMilli(Long.parseLong(headers.getOrDefault(Headers.ORIGIN_TIMESTAMP, "0"))));
        } catch (NumberFormatException e) {
            // Safe: another program wrote these headers; the dead letter is shown without its origin.
            return null;
        }
    }
}
