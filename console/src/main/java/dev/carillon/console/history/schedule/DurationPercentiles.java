package dev.carillon.console.history.schedule;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long runs took; the percentiles are null if none has ended.
 *
 * @param ended how many runs the percentiles are computed from
 */
public record DurationPercentiles(
        List<RunMark> runs,
        long ended,
        @Nullable Duration p50,
        @Nullable Duration p95,
        @Nullable Duration p99,
        @Nullable Duration longest) {}
