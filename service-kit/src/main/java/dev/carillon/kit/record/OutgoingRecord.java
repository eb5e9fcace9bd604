package dev.carillon.kit.record;

import org.jspecify.annotations.Nullable;

/**
 * A record to send.
 *
 * @param partition null to leave it to the key
 * @param value null to delete, in a compacted topic
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; its bytes are passed on unchanged.
public record OutgoingRecord(
        String topic, @Nullable Integer partition, byte @Nullable [] key, byte @Nullable [] value, HeaderList headers) {

    /** Its bytes, uncompressed. */
    public int bytes() {
        return (key == null ? 0 : key.length) + (value == null ? 0 : value.length) + headers.bytes();
    }
}
