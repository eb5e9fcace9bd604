package dev.carillon.console.api.schedule;

import dev.carillon.console.history.schedule.DurationPercentiles;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How long a schedule's runs took within a time range, as JSON. */
record DurationsAnswer(
        long ended,
        @Nullable Duration p50Ms,
        @Nullable Duration p95Ms,
        @Nullable Duration p99Ms,
        @Nullable Duration longestMs,
        List<RunMarkAnswer> runs,
        Instant since,
        Instant until) {
    static DurationsAnswer of(DurationPercentiles durations, Instant since, Instant until) {
        return new DurationsAnswer(
                durations.ended(),
                durations.p50(),
                durations.p95(),
                durations.p99(),
                durations.longest(),
                RunMarkAnswer.list(durations.runs()),
                since,
                until);
    }
}
