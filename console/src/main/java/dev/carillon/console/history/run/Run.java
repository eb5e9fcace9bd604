package dev.carillon.console.history.run;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.SkippedRange;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One execution, as a list shows it. A value that no record has given yet is null.
 *
 * @param attempts how many attempts the records show
 * @param code of the last attempt that did not succeed, or of the outcome
 * @param worker id of the last worker that ran it
 * @param firstHeard append time of its first record, by which lists are ordered
 * @param due when the first attempt might start: its tick, its notBefore, or when it was submitted
 * @param started when the first attempt started
 * @param ended when the outcome was decided
 * @param nextAttempt when the next attempt may start, while it is RETRYING
 * @param replayOf key of the execution that it repeats
 * @param skipped the ticks that a SKIPPED execution stands for
 */
@RecordBuilder
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
