package dev.carillon.client.log;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record to append.
 *
 * @param value null deletes, in a compacted topic
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; the bytes are this record's own.
public record NewRecord(
        String topic, int partition, byte[] key, byte @Nullable [] value, Map<String, String> headers) {}
