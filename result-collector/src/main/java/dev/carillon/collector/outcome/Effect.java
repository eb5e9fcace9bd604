package dev.carillon.collector.outcome;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Check;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Task;
import org.jspecify.annotations.Nullable;

/** A record that a decision writes. */
public sealed interface Effect {
    /** The Outcome of an execution. */
    record Final(Outcome outcome) implements Effect {}

    /** A task that workers may take now. */
    record Release(Task task) implements Effect {}

    /** The last task of an execution that will not be tried again: it goes to the dead letters. */
    record Bury(@Nullable Task task, ErrorCode cause, String message) implements Effect {}

    /** A record that could be read, but not used: it goes to the dead letters as it is. */
    record PutAside(ErrorCode cause, String message) implements Effect {}

    /** An event, about what no other record shows. */
    record Tell(EventType type, String message) implements Effect {}

    /** A check, which takes effect when it is read back. */
    record Ask(Check check) implements Effect {}
}
