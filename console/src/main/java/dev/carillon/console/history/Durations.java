package dev.carillon.console.history;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long runs took. The percentiles are null where none has ended.
 *
 * @param ended how many the percentiles are of
 */
public record Durations(
        List<RunMark> runs,
        long ended,
        @Nullable Duration p50,
        @Nullable Duration p95,
        @Nullable Duration p99,
        @Nullable Duration longest) {}
