package dev.carillon.client;

import dev.carillon.client.log.NewRecord;
import dev.carillon.client.log.StoredRecord;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the records of tests. */
public final class TestRecords {
    private TestRecords() {}

    /** A record to append. */
    public static NewRecord outgoing(
            String topic, int partition, String key, byte @Nullable [] value, Map<String, String> headers) {
        return new NewRecord(topic, partition, bytes(key), value, headers);
    }

    /** As above, without headers. */
    public static NewRecord outgoing(String topic, int partition, String key, byte @Nullable [] value) {
        return outgoing(topic, partition, key, value, Map.of());
    }

    /** A record as it was read. */
    public static StoredRecord stored(
            String topic,
            int partition,
            long offset,
            Instant appended,
            @Nullable String key,
            byte @Nullable [] value,
            Map<String, String> headers) {
        return new StoredRecord(topic, partition, offset, appended, key == null ? null : bytes(key), value, headers);
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** JSON that is written with single quotes. */
    public static byte[] json(String singleQuoted) {
        return bytes(singleQuoted.replace('\'', '"'));
    }
}
