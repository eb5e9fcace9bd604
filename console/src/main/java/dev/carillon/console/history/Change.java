package dev.carillon.console.history;

import dev.carillon.schemas.state.ExecutionState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that is different in the history now.
 *
 * @param id the key of the execution, the taskId, the workerId, or the position of the dead letter
 * @param state of a run
 * @param at append time of the record that brought it
 */
public record Change(Kind kind, String id, @Nullable ExecutionState state, Instant at) {

    /** What has changed. */
    public enum Kind {
        RUN,
        LOG,
        SCHEDULE,
        WORKER,
        DEAD_LETTER
    }
}
