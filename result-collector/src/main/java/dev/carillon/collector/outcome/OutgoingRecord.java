package dev.carillon.collector.outcome;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record to be written, with its topic and partition. */
@SuppressWarnings("ArrayRecordComponent") // Never compared; made to be sent once.
public record OutgoingRecord(
        String topic, int partition, byte @Nullable [] key, byte @Nullable [] value, List<RecordHeader> headers) {

    /** Its bytes, uncompressed. */
    long bytes() {
        long bytes = key == null ? 0 : key.length;
        bytes += value == null ? 0 : value.length;
        for (RecordHeader header : headers) {
            bytes += header.bytes();
        }
        return bytes;
    }
}
