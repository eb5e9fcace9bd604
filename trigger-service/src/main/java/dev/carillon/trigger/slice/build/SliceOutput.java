package dev.carillon.trigger.slice.build;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Routing;
import dev.carillon.trigger.definition.InputRecord;
import org.jspecify.annotations.Nullable;

/** One record that a slice publishes. */
public sealed interface SliceOutput {
    /**
     * An execution becomes a task of its queue.
     *
     * @param routing the strategy that chooses its partition; null for the cluster's default, hash for a key that could
     *     come twice and must then reach the same partition
     */
    record Dispatch(Task task, @Nullable Routing routing) implements SliceOutput {}

    /** Ticks that become no task. */
    record Skip(Result result) implements SliceOutput {}

    /** An event. */
    record Say(Event event) implements SliceOutput {}

    /** A command to another service. */
    record Order(Command command) implements SliceOutput {}

    /** An input that can't be used and becomes a dead letter. */
    record PutAside(InputRecord input, ErrorCode cause, String message) implements SliceOutput {}
}
