package dev.carillon.worker.wire;

import dev.carillon.schemas.record.TaskPosition;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record as it was polled. */
// Bytes go through as they are: nobody compares these records.
@SuppressWarnings("ArrayRecordComponent")
public record Arrival(
        InputPartition source,
        long offset,
        Instant appended,
        byte @Nullable [] key,
        byte @Nullable [] value,
        List<Header> headers) {

    /** One header of a record. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Header(String name, byte @Nullable [] value) {
        public static Header of(String name, String value) {
            return new Header(name, value.getBytes(StandardCharsets.UTF_8));
        }
    }

    public boolean hasHeader(String name) {
        for (Header header : headers) {
            if (header.name().equals(name)) {
                return true;
            }
        }
        return false;
    }

    public TaskPosition position() {
        return new TaskPosition(source.topic(), source.number(), offset);
    }

    @Override
    public String toString() {
        return source + "@" + offset;
    }
}
