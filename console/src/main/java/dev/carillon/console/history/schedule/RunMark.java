package dev.carillon.console.history.schedule;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.state.ExecutionState;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run as one point of a chart.
 *
 * @param at when it was due; if that is not known, when its first record was appended
 * @param took from its first start to its end; null until both are known
 */
public record RunMark(
        ExecutionKey key,
        ExecutionState state,
        Instant at,
        @Nullable Duration took,
        int attempts) {}
