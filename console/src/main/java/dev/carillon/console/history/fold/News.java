package dev.carillon.console.history.fold;

import dev.carillon.schemas.key.ExecutionKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one record says. */
public sealed interface News {

    /**
     * Something of an execution.
     *
     * @param topic where the record lies; null for one whose place is not kept
     */
    record OfRun(ExecutionKey key, Stamp stamp, @Nullable String topic, Telling telling) implements News {}

    /** Lines that an attempt wrote. */
    record OfLog(ExecutionKey key, int attempt, long sequence, Instant at, List<String> lines) implements News {}

    /**
     * A schedule was written, or deleted.
     *
     * @param value null for a deletion
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record OfSchedule(String taskId, long version, Instant appended, byte @Nullable [] value) implements News {}

    /** The trigger has taken up definitions: positions by taskId. */
    record OfApplied(Map<String, Long> positions, Instant at) implements News {}

    /** The trigger can't use a definition. */
    record OfBroken(String taskId, String problem, Instant at) implements News {}

    /** The trigger has paused a schedule, or lets it go on; how it stands is not said here. */
    record OfSwitch(String taskId, Instant at) implements News {}

    /**
     * A worker's heartbeat.
     *
     * @param value null when it is forgotten
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record OfWorker(String workerId, Instant heard, byte @Nullable [] value) implements News {}

    /** A dead letter. */
    record OfLetter(Letter letter) implements News {}

    /** Somebody replayed or dropped a dead letter. */
    record OfMark(
            int partition,
            long offset,
            Instant appended,
            boolean replayed,
            @Nullable String replayedAs,
            Instant at) implements News {}

    /** How a record changes what is known of an execution. */
    @FunctionalInterface
    interface Telling {
        void tell(RunFacts facts);
    }
}
