package dev.carillon.system.checker.seen;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A committed record of a topic. */
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

    /** Its position, in the form that headers of dead letters use. */
    public String position() {
        return topic + "-" + partition + "@" + offset;
    }
}
