package dev.carillon.system.checker;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One committed record as it lies in a topic. */
@SuppressWarnings("ArrayRecordComponent") // Never compared; the arrays are Kafka's own.
public record SeenRecord(
        String topic,
        int partition,
        long offset,
        Instant appended,
        byte @Nullable [] key,
        byte @Nullable [] value,
        Map<String, String> headers) {

    public String keyText() {
        return key == null ? "null" : new String(key, StandardCharsets.UTF_8);
    }

    /** Where it lies, as a dead letter's headers name it. */
    public String position() {
        return topic + "-" + partition + "@" + offset;
    }
}
