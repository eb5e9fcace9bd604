package dev.carillon.console.history.fold;

import dev.carillon.schemas.record.Origin;
import dev.carillon.schemas.record.Priority;
import dev.carillon.schemas.record.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the task of an execution says. Of several copies the first attempt's first one counts: a retry says of itself
 * only that it is one.
 *
 * @param secondHand whether it stood in a result, and no task record was met
 * @param scheduled whether a schedule's tick or command made it
 * @param replayOf the execution that it is done for again
 * @param body the record's bytes; null when they are too many to be kept, or when they lie in the database already
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record TaskFact(
        Stamp stamp,
        int attempt,
        int delivery,
        boolean secondHand,
        String type,
        String queue,
        Priority priority,
        Origin origin,
        @Nullable String name,
        Map<String, String> labels,
        @Nullable Instant nominal,
        @Nullable Instant notBefore,
        boolean scheduled,
        Duration timeout,
        @Nullable String replayOf,
        byte @Nullable [] body) {
    /** Larger tasks are not kept: rows have to stay small, and the topics have them for as long. */
    public static final int MAX_BODY = 16 * 1024;

    /** In the metadata of a replayed task: the execution that it is done for again. */
    private static final String REPLAY_OF = "replay-of";

    private static final Comparator<TaskFact> ORDER = Comparator.comparingInt(TaskFact::attempt)
            .thenComparing(TaskFact::secondHand)
            .thenComparingInt(TaskFact::delivery)
            .thenComparing(TaskFact::stamp);

    static TaskFact of(Task task, Stamp stamp, boolean secondHand, byte @Nullable [] bytes) {
        return new TaskFact(
                stamp,
                task.attempt(),
                task.delivery(),
                secondHand,
                task.work().type(),
                task.work().queue(),
                task.work().priority(),
                task.origin(),
                task.work().name(),
                task.work().labels(),
                task.nominalTime(),
                task.notBefore(),
                task.scheduleVersion() != null,
                task.work().timeout(),
                task.metadata().get(REPLAY_OF),
                bytes == null || bytes.length > MAX_BODY ? null : bytes);
    }

    static @Nullable TaskFact first(@Nullable TaskFact known, TaskFact told) {
        return known == null || ORDER.compare(told, known) < 0 ? told : known;
    }
}
