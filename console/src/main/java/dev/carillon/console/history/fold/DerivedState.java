package dev.carillon.console.history.fold;

import dev.carillon.schemas.record.RecordedState;
import dev.carillon.schemas.state.ExecutionState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of an execution and, while it is open, when the next record about it is due.
 *
 * @param awaited null if it has ended
 */
record DerivedState(ExecutionState state, @Nullable Instant awaited) {

    static DerivedState of(RunFacts facts) {
        OutcomeFact outcome = facts.outcome();
        if (outcome != null) {
            return new DerivedState(RecordedState.of(outcome.status()), null);
        }
        Instant lastRecord = Instant.ofEpochMilli(facts.times().lastHeard());
        AttemptFacts last = facts.last();
        if (last == null) {
            return new DerivedState(ExecutionState.QUEUED, lastRecord);
        }
        EndFact end = last.end();
        if (end != null) {
            return ended(end);
        }
        if (last.isRunning(facts.times().runningSign())) {
            TaskFact task = facts.task();
            // The worker writes a result when the timeout is over, at the latest.
            return new DerivedState(
                    ExecutionState.RUNNING, task == null ? lastRecord : lastRecord.plus(task.timeout()));
        }
        AttemptFacts.Placement placement = last.placement();
        if (placement == null) {
            return new DerivedState(ExecutionState.QUEUED, lastRecord);
        }
        Instant placed = Instant.ofEpochMilli(Math.max(placement.stamp().at(), last.handedBack()));
        Instant notBefore = placement.notBefore();
        return new DerivedState(
                placement.delayed() ? ExecutionState.PENDING : ExecutionState.QUEUED,
                notBefore == null || notBefore.isBefore(placed) ? placed : notBefore);
    }

    /** The attempt has ended without an outcome yet: the next attempt is due or, if none follows, the outcome. */
    private static DerivedState ended(EndFact end) {
        Instant next = end.next();
        ExecutionState state = RecordedState.of(end.status(), next != null);
        if (state.isFinal()) {
            return new DerivedState(state, null);
        }
        return new DerivedState(
                state, next == null ? Instant.ofEpochMilli(end.stamp().at()) : next);
    }
}
