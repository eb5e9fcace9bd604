package dev.carillon.console.history.fold;

import dev.carillon.schemas.key.ExecutionKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A fact that a record adds to the history. */
public sealed interface RecordFacts {

    /**
     * An update of an execution.
     *
     * @param topic of the record; null if the position of the record is not stored
     */
    record OfRun(
            ExecutionKey key, RecordStamp stamp, @Nullable String topic, RunUpdate update) implements RecordFacts {}

    /** Lines that an attempt wrote. */
    record OfLog(ExecutionKey key, int attempt, long sequence, Instant at, List<String> lines) implements RecordFacts {}

    /**
     * A schedule was written, or deleted.
     *
     * @param value null for a deletion
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record OfSchedule(String taskId, long version, Instant appended, byte @Nullable [] value) implements RecordFacts {}

    /** The trigger has applied definitions: their offsets by taskId. */
    record OfApplied(Map<String, Long> positions, Instant at) implements RecordFacts {}

    /** The trigger can't use a definition. */
    record OfBroken(String taskId, String problem, Instant at) implements RecordFacts {}

    /** The trigger has paused or resumed a schedule: its row does not change, but clients of the page are notified. */
    record OfSwitch(String taskId, Instant at) implements RecordFacts {}

    /**
     * A worker's heartbeat.
     *
     * @param value null for a tombstone
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record OfWorker(String workerId, Instant appended, byte @Nullable [] value) implements RecordFacts {}

    /** A new dead letter. */
    record OfDeadLetter(DeadLetterFacts deadLetter) implements RecordFacts {}

    /** A dead letter was replayed or dropped. */
    record OfMark(
            int partition,
            long offset,
            Instant appended,
            boolean replayed,
            @Nullable String replayedAs,
            Instant at) implements RecordFacts {}

    /** How a record changes the facts of an execution. */
    @FunctionalInterface
    interface RunUpdate {
        void apply(RunFacts facts);
    }
}
