package dev.carillon.worker.presence;

import dev.carillon.schemas.record.WorkerState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the worker does at one moment, for others to see.
 *
 * @param fetched tasks that could start, had they a slot
 * @param positions how far each of the partitions is fetched, in their order
 * @param taskMillis how long an attempt took a slot lately, null where nobody knows
 * @param routed whether it lately got tasks that somebody chose it for: he goes by what it says, so it says it often
 */
public record Snapshot(
        WorkerState state,
        int running,
        int held,
        int fetched,
        List<String> partitions,
        List<Long> positions,
        @Nullable Double taskMillis,
        boolean routed) {
    public static final Snapshot NOTHING_YET =
            new Snapshot(WorkerState.IDLE, 0, 0, 0, List.of(), List.of(), null, false);
}
