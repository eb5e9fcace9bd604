package dev.carillon.console.api.execution;

import dev.carillon.console.history.state.OpenRuns;
import dev.carillon.console.history.state.OutcomeCounts;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a period, and of the open executions, as JSON.
 *
 * @param successRate null if none succeeded or failed
 */
@RecordBuilder
record StatsAnswer(
        Instant since,
        Instant until,
        OutcomeCounts.Counts ended,
        long attempts,
        double perSecond,
        @Nullable Double successRate,
        Spread took,
        Spread lateness,
        List<Slot> slots,
        OpenRuns open) {
    private static final double NANOS_A_SECOND = 1_000_000_000.0;

    /** Quantiles of a duration. */
    record Spread(
            long count,
            @Nullable Duration p50Ms,
            @Nullable Duration p95Ms,
            @Nullable Duration p99Ms) {
        static Spread of(OutcomeCounts.Spread spread) {
            return new Spread(spread.count(), spread.p50(), spread.p95(), spread.p99());
        }
    }

    /** A part of the period. */
    record Slot(Instant start, OutcomeCounts.Counts ended) {}

    static StatsAnswer of(OutcomeCounts tally, OpenRuns open, Instant since, Instant until) {
        OutcomeCounts.Counts counts = tally.counts();
        long run = counts.succeeded() + counts.failed() + counts.cancelled() + counts.expired();
        long completed = counts.succeeded() + counts.failed();
        double seconds = Duration.between(since, until).toNanos() / NANOS_A_SECOND;
        return StatsAnswerBuilder.builder()
                .since(since)
                .until(until)
                .ended(counts)
                .attempts(tally.attempts())
                .perSecond(run / seconds)
                .successRate(completed == 0 ? null : (Double) ((double) counts.succeeded() / completed))
                .took(Spread.of(tally.took()))
                .lateness(Spread.of(tally.lateness()))
                .slots(tally.slots().stream()
                        .map(slot -> new Slot(slot.start(), slot.counts()))
                        .toList())
                .open(open)
                .build();
    }
}
