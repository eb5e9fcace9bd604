package dev.carillon.insight.why;

import dev.carillon.insight.cluster.TriggerSeen;
import dev.carillon.insight.topic.ReadValue;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.Slice;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All facts about one tick that the topics hold.
 *
 * @param reach when it was due, and which slice decided it
 * @param takenIn the slice that first read the definition after the one in force at the tick
 * @param calendar the calendar of the definition in force, as it is now; null if there is none
 * @param trace the records of its execution or its skip
 * @param backfill the records of the backfill that the key belongs to, if any
 * @param kept how far back records are kept
 */
@RecordBuilder
record TickFacts(
        Question question,
        DefinitionHistory definitions,
        TriggerSeen trigger,
        Reach reach,
        @Nullable ReadValue<Slice> takenIn,
        Trace trace,
        @Nullable ReadValue<Calendar> calendar,
        BackfillLook.Told backfill,
        Kept kept) {

    /** The first slice that decided the tick; null if its event is not found. */
    @Nullable
    ReadValue<Slice> passed() {
        return reach.passed();
    }

    @Nullable
    ReadValue<Marker> marker() {
        return trigger.markers().get(question.taskId());
    }

    /** The time of the oldest kept record, if records of the tick's time may have been deleted. */
    Optional<Instant> oldestKept() {
        Instant oldest = kept.tasks().isAfter(kept.events()) ? kept.tasks() : kept.events();
        return Optional.of(oldest).filter(instant -> instant.isAfter(question.at()));
    }

    /**
     * When a tick is due, and how far the trigger is.
     *
     * @param due its nominal instant plus its jitter
     * @param decided whether the trigger has decided it
     * @param passed the first slice that did; null if its event is not found
     * @param position in {@code schedules}: definitions before it were in force then, or are now if it is not decided
     */
    record Reach(Instant due, boolean decided, @Nullable ReadValue<Slice> passed, long position) {
        static final Reach UNSEEN = new Reach(Instant.MIN, false, null, Long.MAX_VALUE);
    }

    /**
     * The tick in question, and when the question was asked.
     *
     * @param lost the requested local time, if clocks skip it and no tick replaces it; {@code at} is then the instant
     *     of the clock change, and other ticks at that instant are not meant
     */
    record Question(
            String taskId,
            Instant at,
            Instant now,
            @Nullable ClockChange lost) {
        ExecutionKey key() {
            return ExecutionKey.of(taskId, at);
        }

        /** Whether the instant can be a tick: ticks are whole seconds, other executions never are. */
        boolean mayBeTick() {
            return at.getNano() == 0;
        }
    }

    /**
     * The records with the tick's key, or its skip.
     *
     * @param skipped the result of a skipped range that contains this tick
     * @param results of single attempts, claims among them
     * @param served whether a live worker takes such a task; null if not looked up
     */
    record Trace(
            @Nullable ReadValue<Task> task,
            List<ReadValue<Result>> results,
            @Nullable ReadValue<Outcome> outcome,
            @Nullable ReadValue<Result> skipped,
            @Nullable Boolean served) {
        static final Trace NONE = new Trace(null, List.of(), null, null, null);

        boolean isEmpty() {
            return task == null && results.isEmpty() && outcome == null;
        }
    }

    /** When the oldest kept record of each kind was written; {@link Instant#MIN} if none was deleted. */
    record Kept(Instant events, Instant tasks, Instant schedules) {
        static final Kept ALL = new Kept(Instant.MIN, Instant.MIN, Instant.MIN);
    }
}
