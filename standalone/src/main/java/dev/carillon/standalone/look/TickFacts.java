package dev.carillon.standalone.look;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Slice;
import dev.carillon.schemas.record.Task;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that the topics tell of one tick.
 *
 * @param takenIn the slice that took in the first definition after those in force at the tick
 * @param passed the first slice that reached the tick
 * @param trace what became of it
 * @param kept since when such records are kept at all
 */
record TickFacts(
        Question question,
        Definitions definitions,
        TriggerSeen trigger,
        @Nullable Found<Slice> passed,
        @Nullable Found<Slice> takenIn,
        Trace trace,
        Kept kept) {

    /**
     * Which tick, asked when.
     *
     * @param lost the local time that was asked for, if it does not exist and no tick stands for it: then the instant is that
     *     of the change, and what else fires there is not meant
     */
    record Question(
            String taskId,
            Instant at,
            Instant now,
            @Nullable ClockChange lost) {
        ExecutionKey key() {
            return ExecutionKey.of(taskId, at);
        }

        Reached reached() {
            return new Reached(at, taskId);
        }
    }

    /**
     * What was found under the key of the tick.
     *
     * @param skipped a result that says of a range with this tick in it that it was skipped
     * @param results of single attempts, claims among them
     * @param served whether a living worker takes such a task; null if there is no task
     */
    record Trace(
            @Nullable Found<Task> task,
            List<Found<Result>> results,
            @Nullable Found<Outcome> outcome,
            @Nullable Found<Result> skipped,
            @Nullable Boolean served) {
        static final Trace NONE = new Trace(null, List.of(), null, null, null);

        boolean isEmpty() {
            return task == null && results.isEmpty() && outcome == null;
        }
    }

    /** Since when records of a kind are kept; {@link Instant#MIN} where none was ever deleted. */
    record Kept(Instant events, Instant tasks, Instant schedules) {
        static final Kept ALL = new Kept(Instant.MIN, Instant.MIN, Instant.MIN);
    }
}
