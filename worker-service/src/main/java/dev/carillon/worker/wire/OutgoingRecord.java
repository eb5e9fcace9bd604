package dev.carillon.worker.wire;

import dev.carillon.worker.wire.PolledRecord.Header;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record to be sent.
 *
 * @param partition where to, or null to leave it to the key
 */
// Bytes are passed on unchanged, and these records are never compared.
@SuppressWarnings("ArrayRecordComponent")
public record OutgoingRecord(
        String topic,
        @Nullable Integer partition,
        byte @Nullable [] key,
        byte @Nullable [] value,
        List<Header> headers) {

    public int size() {
        int size = (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
        for (Header header : headers) {
            size += header.name().length() + (header.value() == null ? 0 : header.value().length);
        }
        return size;
    }
}
