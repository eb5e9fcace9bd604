package dev.carillon.console.history;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Origin;
import dev.carillon.schemas.record.Priority;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.schemas.state.ExecutionState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One execution, as a list shows it. What no record has said yet is null.
 *
 * @param attempts how many attempts were heard of
 * @param code of the last attempt that did not succeed, or of the outcome
 * @param worker id of the worker that was heard of last
 * @param firstHeard append time of the first record of it; the order of lists
 * @param due when the first attempt might start: its tick, its notBefore, or when it was submitted
 * @param started when the first attempt started
 * @param ended when the outcome was decided
 * @param nextAttempt when the next attempt may start, while it is RETRYING
 * @param replayOf the key of the execution that it is a new try of
 * @param skipped the ticks that a SKIPPED one stands for
 */
public record Run(
        ExecutionKey key,
        ExecutionState state,
        @Nullable String name,
        @Nullable String type,
        @Nullable String queue,
        @Nullable Priority priority,
        @Nullable Origin origin,
        int attempts,
        @Nullable String code,
        @Nullable String message,
        @Nullable String worker,
        Instant firstHeard,
        @Nullable Instant due,
        @Nullable Instant started,
        @Nullable Instant ended,
        @Nullable Instant nextAttempt,
        @Nullable String replayOf,
        @Nullable SkippedRange skipped) {}
