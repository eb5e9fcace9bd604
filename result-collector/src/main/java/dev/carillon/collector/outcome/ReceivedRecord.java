package dev.carillon.collector.outcome;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record as it lies in a topic.
 *
 * @param at append time
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; it is read once.
public record ReceivedRecord(
        String topic,
        int partition,
        long offset,
        Instant at,
        byte @Nullable [] key,
        byte @Nullable [] value,
        List<RecordHeader> headers) {

    /** The last header of that name, which is the one that counts. */
    public @Nullable String header(String name) {
        for (int i = headers.size() - 1; i >= 0; i--) {
            if (headers.get(i).name().equals(name)) {
                return headers.get(i).text();
            }
        }
        return null;
    }
}
