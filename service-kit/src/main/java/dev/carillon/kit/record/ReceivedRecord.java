package dev.carillon.kit.record;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A record as it lies in a topic.
 *
 * @param appended its append time, by the broker's clock
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; its bytes are passed on unchanged.
public record ReceivedRecord(
        String topic,
        int partition,
        long offset,
        Instant appended,
        byte @Nullable [] key,
        byte @Nullable [] value,
        HeaderList headers) {

    /** The key as text; empty for a record without one. */
    public String keyText() {
        return key == null ? "" : new String(key, StandardCharsets.UTF_8);
    }

    /** The decoded value; empty if there is none, or if the decoder can't read it. */
    public <T> Optional<T> read(Function<byte[], Optional<T>> decoder) {
        return value == null ? Optional.empty() : decoder.apply(value);
    }

    /** The bytes of key and value, which is about the memory it takes while its headers are not decoded. */
    public int bytes() {
        return (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
    }

    @Override
    public String toString() {
        return topic + "-" + partition + "@" + offset;
    }
}
