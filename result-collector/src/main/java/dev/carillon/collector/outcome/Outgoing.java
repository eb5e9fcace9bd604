package dev.carillon.collector.outcome;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record to be written, and exactly where. */
@SuppressWarnings("ArrayRecordComponent") // Never compared; made to be sent once.
public record Outgoing(
        String topic, int partition, byte @Nullable [] key, byte @Nullable [] value, List<Header> headers) {

    /** What it takes, uncompressed. */
    long bytes() {
        long bytes = key == null ? 0 : key.length;
        bytes += value == null ? 0 : value.length;
        for (Header header : headers) {
            bytes += header.bytes();
        }
        return bytes;
    }
}
