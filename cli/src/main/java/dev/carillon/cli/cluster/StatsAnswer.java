package dev.carillon.cli.cluster;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.carillon.insight.cluster.DurationHistogram;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of a period as JSON. What is not known is null and shown as such.
 *
 * @param states how many executions ended with each status, and how many are open in each state
 * @param leadsSince null if no trigger leads now
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.ALWAYS)
record StatsAnswer(
        Instant since,
        Instant until,
        long ended,
        double perSecond,
        Map<String, @Nullable Long> states,
        @Nullable Double successRate,
        @Nullable Double retryRate,
        long attempts,
        long skippedTicks,
        long unreadable,
        Spread tookMs,
        Spread latenessMs,
        double relativeError,
        Workers workers,
        @Nullable String leader,
        @Nullable Instant leadsSince) {

    /** How many workers are there. */
    record Workers(int online, int offline) {}

    /** Quantiles in milliseconds, which are left out if nothing was measured. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Spread(
            long count,
            @Nullable Double p50,
            @Nullable Double p95,
            @Nullable Double p99) {
        static Spread of(DurationHistogram histogram) {
            return histogram.count() == 0
                    ? new Spread(0, null, null, null)
                    : new Spread(
                            histogram.count(),
                            millis(histogram, 0.5),
                            millis(histogram, 0.95),
                            millis(histogram, 0.99));
        }

        private static double millis(DurationHistogram histogram, double share) {
            return Math.round(histogram.quantile(share).toNanos() / 10_000.0) / 100.0;
        }
    }
}
