package dev.carillon.trigger.catalogue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A record as it lies in a topic, not looked into yet.
 *
 * @param appended when the broker took it, by its clock
 * @param taken when we read it, by ours
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
public record InputRecord(
        String topic,
        int partition,
        long offset,
        Instant appended,
        Instant taken,
        byte @Nullable [] key,
        byte @Nullable [] value) {

    /** About how much memory it holds. */
    public long size() {
        return 100L + (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
    }
}
