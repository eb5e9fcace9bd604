package dev.carillon.console.history.fold;

import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the history stores of the task of an execution. Of several copies the first one of the first attempt counts,
 * because a retry has the origin RETRY and its own notBefore.
 *
 * @param secondHand whether it comes from the copy in a result, because no task record was read
 * @param scheduled whether a tick of a schedule, or a command for one, made it
 * @param replayOf key of the execution that it repeats
 * @param body the bytes of the record; null if they are too many, or are in the database already
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
@RecordBuilder
public record TaskFact(
        RecordStamp stamp,
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
    /** Larger tasks are not stored, to keep rows small; they can be read from their topics. */
    public static final int MAX_BODY = 16 * 1024;

    /** The metadata key of a replayed task that names the execution it repeats. */
    private static final String REPLAY_OF = "replay-of";

    private static final Comparator<TaskFact> ORDER = Comparator.comparingInt(TaskFact::attempt)
            .thenComparing(TaskFact::secondHand)
            .thenComparingInt(TaskFact::delivery)
            .thenComparing(TaskFact::stamp);

    static TaskFact of(Task task, RecordStamp stamp, boolean secondHand, byte @Nullable [] bytes) {
        return TaskFactBuilder.builder()
                .stamp(stamp)
                .attempt(task.attempt())
                .delivery(task.delivery())
                .secondHand(secondHand)
                .type(task.work().type())
                .queue(task.work().queue())
                .priority(task.work().priority())
                .origin(task.origin())
                .name(task.work().name())
                .labels(task.work().labels())
                .nominal(task.nominalTime())
                .notBefore(task.notBefore())
                .scheduled(task.scheduleVersion() != null)
                .timeout(task.work().timeout())
                .replayOf(task.metadata().get(REPLAY_OF))
                .body(bytes == null || bytes.length > MAX_BODY ? null : bytes)
                .build();
    }

    static @Nullable TaskFact first(@Nullable TaskFact known, TaskFact added) {
        return known == null || ORDER.compare(added, known) < 0 ? added : known;
    }
}
