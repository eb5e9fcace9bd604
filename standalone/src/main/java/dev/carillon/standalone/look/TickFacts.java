package dev.carillon.standalone.look;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Calendar;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Slice;
import dev.carillon.schemas.record.Task;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that the topics tell of one tick.
 *
 * @param reach when it was due, and which slice reached it
 * @param takenIn the slice that took in the first definition after those in force at the tick
 * @param calendar the one that the definition in force names, as it is now; null where there is none
 * @param trace what became of it
 * @param backfill what is known of the backfill to which the key belongs, if it is one's
 * @param kept since when such records are kept at all
 */
record TickFacts(
        Question question,
        Definitions definitions,
        TriggerSeen trigger,
        Reach reach,
        @Nullable Found<Slice> takenIn,
        Trace trace,
        @Nullable Found<Calendar> calendar,
        BackfillLook.Told backfill,
        Kept kept) {

    /** The first slice that reached the tick. */
    @Nullable
    Found<Slice> passed() {
        return reach.passed();
    }

    @Nullable
    Found<Marker> marker() {
        return trigger.markers().get(question.taskId());
    }

    /** Whether records of its time may have been deleted since. */
    Optional<Instant> oldestKept() {
        Instant oldest = kept.tasks().isAfter(kept.events()) ? kept.tasks() : kept.events();
        return Optional.of(oldest).filter(instant -> instant.isAfter(question.at()));
    }

    /**
     * When a tick is due, and how far the trigger is.
     *
     * @param due its nominal instant, put off by its jitter
     * @param decided whether the trigger has decided it
     * @param passed the first slice that did; null if none tells of it
     * @param position of {@code schedules}: what stands before it counted then, or counts if it is not decided
     */
    record Reach(Instant due, boolean decided, @Nullable Found<Slice> passed, long position) {
        static final Reach UNSEEN = new Reach(Instant.MIN, false, null, Long.MAX_VALUE);
    }

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

        /** Whether a tick can have it: ticks are whole seconds, other executions never are. */
        boolean isOfTicks() {
            return at.getNano() == 0;
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
