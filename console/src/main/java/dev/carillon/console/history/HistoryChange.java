package dev.carillon.console.history;

import dev.carillon.schemas.state.ExecutionState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of the history that is committed.
 *
 * @param id the key of the execution, the taskId, the workerId, or the position of the dead letter
 * @param state of a run
 * @param at append time of the record that caused it
 */
public record HistoryChange(Kind kind, String id, @Nullable ExecutionState state, Instant at) {

    /** What changed. */
    public enum Kind {
        RUN,
        LOG,
        SCHEDULE,
        WORKER,
        DEAD_LETTER
    }
}
