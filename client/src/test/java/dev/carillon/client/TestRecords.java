package dev.carillon.client;

import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.record.ReceivedRecord;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the records of tests. */
public final class TestRecords {
    private TestRecords() {}

    /** A record to append. */
    public static OutgoingRecord outgoing(
            String topic, int partition, String key, byte @Nullable [] value, Map<String, String> headers) {
        return new OutgoingRecord(topic, partition, bytes(key), value, HeaderList.of(headers));
    }

    /** As above, without headers. */
    public static OutgoingRecord outgoing(String topic, int partition, String key, byte @Nullable [] value) {
        return outgoing(topic, partition, key, value, Map.of());
    }

    /** A record as it was read. */
    public static ReceivedRecord stored(
            String topic,
            int partition,
            long offset,
            Instant appended,
            @Nullable String key,
            byte @Nullable [] value,
            Map<String, String> headers) {
        return new ReceivedRecord(
                topic, partition, offset, appended, key == null ? null : bytes(key), value, HeaderList.of(headers));
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** JSON that is written with single quotes. */
    public static byte[] json(String singleQuoted) {
        return bytes(singleQuoted.replace('\'', '"'));
    }
}
