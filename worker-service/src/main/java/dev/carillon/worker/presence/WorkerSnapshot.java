package dev.carillon.worker.presence;

import dev.carillon.schemas.worker.WorkerState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What heartbeats report of the worker at one moment.
 *
 * @param fetched tasks that could start if they had a slot
 * @param positions the next offset to fetch of each of the partitions, in their order
 * @param taskMillis how long an attempt took a slot lately, null if unknown
 * @param routed whether the trigger lately routed tasks to it: the trigger relies on its heartbeats, so they are sent
 *     often
 */
public record WorkerSnapshot(
        WorkerState state,
        int running,
        int held,
        int fetched,
        List<String> partitions,
        List<Long> positions,
        @Nullable Double taskMillis,
        boolean routed) {
    public static final WorkerSnapshot NOTHING_YET =
            new WorkerSnapshot(WorkerState.IDLE, 0, 0, 0, List.of(), List.of(), null, false);
}
