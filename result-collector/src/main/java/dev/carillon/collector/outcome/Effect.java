package dev.carillon.collector.outcome;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Check;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Task;
import org.jspecify.annotations.Nullable;

/** One thing that a decision says to the world. */
public sealed interface Effect {
    /** The final word on an execution. */
    record Final(Outcome outcome) implements Effect {}

    /** A task that workers may take now. */
    record Release(Task task) implements Effect {}

    /** An execution that nobody will try again: its last task goes to the dead letters. */
    record Bury(@Nullable Task task, ErrorCode cause, String message) implements Effect {}

    /** A record that could be read, but not used: it goes to the dead letters as it is. */
    record PutAside(ErrorCode cause, String message) implements Effect {}

    /** Something that no other record says. */
    record Tell(EventType type, String message) implements Effect {}

    /** A question to the log, answered by its own arrival. */
    record Ask(Check check) implements Effect {}
}
