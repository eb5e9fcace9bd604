package dev.carillon.console.history.fold;

import dev.carillon.console.history.run.RecordPlace;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.header.Headers;
import java.time.Instant;
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

    static DeadLetterFacts of(ReceivedRecord record) {
        HeaderList headers = record.headers();
        String key = TextLimits.cut(record.keyText(), KEY);
        int colon = key == null ? -1 : key.indexOf(':');
        String message = TextLimits.cut(headers.textOr(Headers.CAUSE_MESSAGE, ""), TextLimits.MESSAGE);
        return new DeadLetterFacts(
                new RecordPlace(record.topic(), record.partition(), record.offset(), record.appended()),
                key == null ? "" : key,
                key == null ? "" : colon < 0 ? key : key.substring(0, colon),
                headers.textOr(Headers.CAUSE, "UNKNOWN"),
                message == null ? "" : message,
                origin(headers));
    }

    private static @Nullable RecordPlace origin(HeaderList headers) {
        String topic = headers.text(Headers.ORIGIN_TOPIC);
        if (topic == null || topic.isEmpty()) {
            return null;
        }
        try {
            return new RecordPlace(
                    topic,
                    Integer.parseInt(headers.textOr(Headers.ORIGIN_PARTITION, "0")),
                    Long.parseLong(headers.textOr(Headers.ORIGIN_OFFSET, "0")),
                    Instant.ofEpochMilli(Long.parseLong(headers.textOr(Headers.ORIGIN_TIMESTAMP, "0"))));
        } catch (NumberFormatException e) {
            // Safe: another program wrote these headers; the dead letter is shown without its origin.
            return null;
        }
    }
}
