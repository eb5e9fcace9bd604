package dev.carillon.trigger.slice;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import dev.carillon.trigger.catalogue.InputRecord;

/** One record that a slice publishes. */
public sealed interface Output {
    /** An execution becomes a task of its queue. */
    record Dispatch(Task task) implements Output {}

    /** Ticks that become no task. */
    record Skip(Result result) implements Output {}

    /** Something to tell. */
    record Say(Event event) implements Output {}

    /** An input that can't be used. */
    record PutAside(InputRecord input, ErrorCode cause, String message) implements Output {}
}
