package dev.carillon.worker.wire;

import dev.carillon.worker.wire.Arrival.Header;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record to be sent.
 *
 * @param partition where to, or null to leave it to the key
 */
// Bytes go through as they are: nobody compares these records.
@SuppressWarnings("ArrayRecordComponent")
public record Outgoing(
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
