package dev.carillon.worker.wire;

import dev.carillon.schemas.record.TaskPosition;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record as it was polled. */
// Bytes are passed on unchanged, and these records are never compared.
@SuppressWarnings("ArrayRecordComponent")
public record PolledRecord(
        InputPartition source,
        long offset,
        Instant appended,
        byte @Nullable [] key,
        byte @Nullable [] value,
        HeaderList headerList) {

    /** A record whose headers are known already. */
    public PolledRecord(
            InputPartition source,
            long offset,
            Instant appended,
            byte @Nullable [] key,
            byte @Nullable [] value,
            List<Header> headers) {
        this(source, offset, appended, key, value, new KnownHeaders(headers));
    }

    /** One header of a record. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Header(String name, byte @Nullable [] value) {
        public static Header of(String name, String value) {
            return new Header(name, value.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** The headers of a record; of most records only one or two are looked for, so they are decoded on demand. */
    public interface HeaderList {
        boolean has(String name);

        List<Header> all();
    }

    private record KnownHeaders(List<Header> all) implements HeaderList {
        @Override
        public boolean has(String name) {
            return all.stream().anyMatch(header -> header.name().equals(name));
        }
    }

    public boolean hasHeader(String name) {
        return headerList.has(name);
    }

    public List<Header> headers() {
        return headerList.all();
    }

    /** The memory it takes while it is worked on, without the task that is decoded from it. */
    public int bytes() {
        return (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
    }

    public TaskPosition position() {
        return new TaskPosition(source.topic(), source.number(), offset);
    }

    @Override
    public String toString() {
        return source + "@" + offset;
    }
}
