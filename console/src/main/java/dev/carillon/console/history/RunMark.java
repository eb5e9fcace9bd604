package dev.carillon.console.history;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.state.ExecutionState;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run as one point of a picture.
 *
 * @param at when it was due, else when it was first heard of
 * @param took from its first start to its end; null as long as one of the two is not known
 */
public record RunMark(
        ExecutionKey key,
        ExecutionState state,
        Instant at,
        @Nullable Duration took,
        int attempts) {}
