package dev.carillon.console.history.run;

import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.work.Origin;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects runs that match every condition that is not null.
 *
 * @param search the beginning of a taskId
 * @param states any of these; empty for all
 * @param worker id of the last worker that ran it
 * @param code the code of its last unsuccessful attempt
 * @param error one group of equal errors, by {@link ErrorGroup#id}
 * @param label {@code name=value}, a label that it carries
 * @param since its first record was appended at this instant or later
 * @param until its first record was appended before this instant
 */
@RecordBuilder
public record RunFilter(
        @Nullable String taskId,
        @Nullable String search,
        Set<ExecutionState> states,
        @Nullable String queue,
        @Nullable String type,
        @Nullable String worker,
        @Nullable Origin origin,
        @Nullable String code,
        @Nullable String error,
        @Nullable String label,
        @Nullable Instant since,
        @Nullable Instant until) {
    public static final RunFilter ALL =
            RunFilterBuilder.builder().states(Set.of()).build();

    /** All runs of one schedule. */
    public static RunFilter ofTask(String taskId) {
        return RunFilterBuilder.builder().taskId(taskId).states(Set.of()).build();
    }
}
