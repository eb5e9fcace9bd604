package dev.carillon.collector.outcome;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record to be written, and exactly where. */
@SuppressWarnings("ArrayRecordComponent") // Never compared; made to be sent once.
public record Outgoing(
        String topic, int partition, byte @Nullable [] key, byte @Nullable [] value, List<Header> headers) {}
