package dev.carillon.client.log;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A record as stored in a topic. */
@SuppressWarnings("ArrayRecordComponent") // Never compared; the bytes are this record's own.
public record StoredRecord(
        String topic,
        int partition,
        long offset,
        Instant appended,
        byte @Nullable [] key,
        byte @Nullable [] value,
        Map<String, String> headers) {

    /** Its topic and partition. */
    public TopicPart part() {
        return new TopicPart(topic, partition);
    }

    /** The key as text, or nothing for a record without one. */
    public String keyText() {
        return key == null ? "" : new String(key, StandardCharsets.UTF_8);
    }

    /** The decoded value; empty if it is absent or not of the kind, so that readers of many records can skip it. */
    public <T> Optional<T> read(Kind<T> kind) {
        if (value == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(kind.decode(value));
        } catch (ContractException e) {
            // Safe: services move unreadable records to dead-letters; readers only skip them.
            return Optional.empty();
        }
    }
}
