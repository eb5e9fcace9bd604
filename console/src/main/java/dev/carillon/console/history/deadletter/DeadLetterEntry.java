package dev.carillon.console.history.deadletter;

import dev.carillon.console.history.run.RecordPlace;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter without its bytes.
 *
 * @param key of the record, usually an execution key; empty if it had none
 * @param cause the stable code of why it became a dead letter
 * @param origin position of the record that could not be processed; null if there was none
 * @param replayedAs key of the execution that a replay submitted
 */
public record DeadLetterEntry(
        RecordPlace place,
        String key,
        String cause,
        String message,
        @Nullable RecordPlace origin,
        Standing standing,
        @Nullable String replayedAs) {

    /** What an operator did with it. */
    public enum Standing {
        OPEN,
        REPLAYED,
        DROPPED
    }
}
