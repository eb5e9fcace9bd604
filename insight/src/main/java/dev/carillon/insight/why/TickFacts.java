package dev.carillon.insight.why;

import dev.carillon.insight.cluster.TriggerSeen;
import dev.carillon.insight.topic.EvidenceRecord;
import dev.carillon.insight.topic.ReadValue;
import dev.carillon.schemas.key.ClientMark;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.Slice;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
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

    /** The time of the oldest kept record, if records of the tick's execution may have been deleted. */
    Optional<Instant> oldestKept() {
        return afterTick(Stream.of(kept.tasks(), kept.events()));
    }

    /** As {@link #oldestKept}, also of a skip. */
    Optional<Instant> oldestKeptOrSkip() {
        return afterTick(Stream.of(kept.tasks(), kept.events(), kept.skips()));
    }

    private Optional<Instant> afterTick(Stream<Instant> oldest) {
        return oldest.max(Comparator.naturalOrder()).filter(instant -> instant.isAfter(question.at()));
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
     * The execution in question, and when the question was asked.
     *
     * @param lost the requested local time, if clocks skip it and no tick replaces it; {@link #at} is then the instant
     *     of the clock change, and other ticks at that instant are not meant
     */
    record Question(ExecutionKey key, Instant now, @Nullable ClockChange lost) {
        String taskId() {
            return key.taskId();
        }

        Instant at() {
            return key.execTime().instant();
        }

        /** Whether it can be a tick: ticks are whole seconds without a mark, other executions never are. */
        boolean mayBeTick() {
            return key.mayBeRouted();
        }

        /** Whether a backfill can have made the key; one without a mark stands for that with the backfill's mark. */
        boolean mayBeBackfilled() {
            String mark = key.execTime().mark();
            return at().getNano() != 0
                    && key.execTime().position() == null
                    && (mark == null || mark.equals(ClientMark.ofNumber(at().getNano())));
        }

        /** The question about the key that a backfill makes for this instant. */
        Question asBackfilled() {
            ExecTime marked = new ExecTime(at(), ClientMark.ofNumber(at().getNano()), null);
            return new Question(ExecutionKey.of(taskId(), marked), now, lost);
        }
    }

    /**
     * The records with the tick's key, or its skip.
     *
     * @param skipped the result of a skipped range that contains this tick
     * @param results of single attempts, claims among them
     * @param served whether a live worker takes such a task; null if not looked up
     * @param unreadable a record with the tick's key that can't be read; null if there is none
     */
    record Trace(
            @Nullable ReadValue<Task> task,
            List<ReadValue<Result>> results,
            @Nullable ReadValue<Outcome> outcome,
            @Nullable ReadValue<Result> skipped,
            @Nullable Boolean served,
            @Nullable EvidenceRecord unreadable) {
        static final Trace NONE = new Trace(null, List.of(), null, null, null, null);

        /** With the skip that was found for a tick without records of its own. */
        Trace withSkip(Trace found) {
            return new Trace(task, results, outcome, found.skipped(), served, unreadable);
        }

        boolean isEmpty() {
            return task == null && results.isEmpty() && outcome == null;
        }

        /** The result that tells how far the execution is; null if there is none. */
        @Nullable
        Result latest() {
            Result latest = null;
            for (ReadValue<Result> one : results) {
                latest = latest == null || !isLate(one.value(), latest) ? one.value() : latest;
            }
            return latest;
        }

        /** Whether the collector ignores a result that is stored after another; a success names no delivery. */
        private static boolean isLate(Result result, Result latest) {
            if (result.attempt() != latest.attempt()) {
                return result.attempt() < latest.attempt();
            }
            if (result.status() == ResultStatus.SUCCEEDED || latest.status() == ResultStatus.SUCCEEDED) {
                return result.status() != ResultStatus.SUCCEEDED;
            }
            boolean repeatedClaim = result.status() == ResultStatus.STARTED && latest.status() != ResultStatus.STARTED;
            return result.delivery() < latest.delivery() || (result.delivery() == latest.delivery() && repeatedClaim);
        }
    }

    /**
     * When the oldest kept record of each kind was written; {@link Instant#MIN} if none was deleted.
     *
     * @param tasks in the home of the execution
     * @param skips in the partition of which most is deleted
     */
    record Kept(Instant events, Instant tasks, Instant skips) {
        static final Kept ALL = new Kept(Instant.MIN, Instant.MIN, Instant.MIN);
    }
}
