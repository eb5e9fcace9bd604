package dev.carillon.console.history.fold;

import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.state.ExecutionState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of an execution and, while it is open, when the next sign of life is due.
 *
 * @param awaited null for what has ended
 */
record Standing(ExecutionState state, @Nullable Instant awaited) {

    static Standing of(RunFacts facts) {
        OutcomeFact outcome = facts.outcome();
        if (outcome != null) {
            return new Standing(
                    switch (outcome.status()) {
                        case SUCCEEDED -> ExecutionState.SUCCEEDED;
                        case FAILED -> ExecutionState.FAILED;
                        case CANCELLED -> ExecutionState.CANCELLED;
                        case EXPIRED -> ExecutionState.EXPIRED;
                        case SKIPPED -> ExecutionState.SKIPPED;
                    },
                    null);
        }
        Instant heard = Instant.ofEpochMilli(facts.times().lastHeard());
        AttemptFacts last = facts.last();
        if (last == null) {
            return new Standing(ExecutionState.QUEUED, heard);
        }
        EndFact end = last.end();
        if (end != null) {
            return ended(end);
        }
        if (last.isRunning(facts.times().runningSign())) {
            TaskFact task = facts.task();
            // Whoever runs it says something when its time is over, at the latest.
            return new Standing(ExecutionState.RUNNING, task == null ? heard : heard.plus(task.timeout()));
        }
        AttemptFacts.Lying lying = last.lying();
        if (lying == null) {
            return new Standing(ExecutionState.QUEUED, heard);
        }
        Instant laid = Instant.ofEpochMilli(Math.max(lying.stamp().at(), last.handedBack()));
        Instant notBefore = lying.notBefore();
        return new Standing(
                lying.delayed() ? ExecutionState.PENDING : ExecutionState.QUEUED,
                notBefore == null || notBefore.isBefore(laid) ? laid : notBefore);
    }

    /** An attempt is over, and the outcome is not there yet: either the next attempt is awaited or the outcome. */
    private static Standing ended(EndFact end) {
        Instant at = Instant.ofEpochMilli(end.stamp().at());
        if (end.isFailure() && end.next() != null) {
            return new Standing(ExecutionState.RETRYING, end.next());
        }
        if (end.status() == ResultStatus.SKIPPED) {
            return new Standing(ExecutionState.SKIPPED, null);
        }
        return new Standing(ExecutionState.RUNNING, at);
    }
}
