package dev.carillon.console.history;

import org.jspecify.annotations.Nullable;

/**
 * A dead letter, without the bytes it holds.
 *
 * @param key of the record; an execution key where there was one, and empty where there was none
 * @param cause the stable code of why it was put aside
 * @param origin where the record lay; null if no record led to it
 * @param replayedAs the key of the execution that replays it
 */
public record DeadLetterEntry(
        RecordPlace place,
        String key,
        String cause,
        String message,
        @Nullable RecordPlace origin,
        Standing standing,
        @Nullable String replayedAs) {

    /** What was done about it. */
    public enum Standing {
        OPEN,
        REPLAYED,
        DROPPED
    }
}
