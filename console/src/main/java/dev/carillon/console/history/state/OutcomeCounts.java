package dev.carillon.console.history.state;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many executions ended in which way in some time.
 *
 * @param attempts of all these executions together
 * @param took percentiles from first start to end
 * @param lateness percentiles from due to first start
 * @param slots equal parts of the time, in order, those in which none ended included
 */
public record OutcomeCounts(Counts counts, long attempts, Spread took, Spread lateness, List<Slot> slots) {

    /** By outcome; {@code skipped} counts ticks. */
    public record Counts(long succeeded, long failed, long cancelled, long expired, long skipped) {}

    /** Counts of the part of the time that begins at {@code start}. */
    public record Slot(Instant start, Counts counts) {}

    /** Percentiles; null where nothing was counted. */
    public record Spread(
            long count,
            @Nullable Duration p50,
            @Nullable Duration p95,
            @Nullable Duration p99) {}
}
