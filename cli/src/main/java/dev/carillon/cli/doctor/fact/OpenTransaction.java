package dev.carillon.cli.doctor.fact;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that is open in a partition.
 *
 * @param transactionalId null if no coordinator knows the producer any more
 * @param lastWrite append time of its last record in the partition
 */
public record OpenTransaction(
        String topic,
        int partition,
        long producerId,
        @Nullable String transactionalId,
        long startOffset,
        Instant lastWrite) {}
