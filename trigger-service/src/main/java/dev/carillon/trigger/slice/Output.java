package dev.carillon.trigger.slice;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Routing;
import dev.carillon.schemas.record.Task;
import dev.carillon.trigger.catalogue.InputRecord;
import org.jspecify.annotations.Nullable;

/** One record that a slice publishes. */
public sealed interface Output {
    /**
     * An execution becomes a task of its queue.
     *
     * @param routing by which strategy its partition is chosen; null for the cluster's default, and hash for what has to
     *     go home: every key that could come twice
     */
    record Dispatch(Task task, @Nullable Routing routing) implements Output {
        /** One that goes home. */
        public Dispatch(Task task) {
            this(task, Routing.HASH);
        }
    }

    /** Ticks that become no task. */
    record Skip(Result result) implements Output {}

    /** Something to tell. */
    record Say(Event event) implements Output {}

    /** Something that others shall do. */
    record Order(Command command) implements Output {}

    /** An input that can't be used. */
    record PutAside(InputRecord input, ErrorCode cause, String message) implements Output {}
}
