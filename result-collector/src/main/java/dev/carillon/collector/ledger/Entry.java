package dev.carillon.collector.ledger;

import dev.carillon.schemas.work.WorkerRef;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of an open execution.
 *
 * @param attempt the attempt that is waiting, queued or running
 * @param delivery how often that attempt was dispatched
 * @param returns how often workers returned it as not due yet
 * @param due when its timer fires: for the release of a waiting one, or the check after the deadline of a queued one;
 *     absent while it runs
 * @param firstEnd append time of the first attempt's end, if it has ended
 * @param worker the worker that claimed it, while it runs
 */
public record Entry(
        Phase phase,
        int attempt,
        int delivery,
        int returns,
        @Nullable Instant due,
        @Nullable Instant firstEnd,
        @Nullable WorkerRef worker) {

    /** A timer counts in milliseconds: rounded up, as early is forbidden and a millisecond late does no harm. */
    public Entry {
        if (due != null) {
            Instant whole = due.truncatedTo(ChronoUnit.MILLIS);
            due = whole.equals(due) ? due : whole.plusMillis(1);
        }
    }

    /** How many attempts have been made before the present one. */
    public int attemptsBefore() {
        return attempt - 1;
    }

    public Entry dueAt(Instant newDue) {
        return new Entry(phase, attempt, delivery, returns, newDue, firstEnd, worker);
    }

    /** The entry's attempt is released to the workers; at this instant the timer checks what became of it. */
    Entry queued(Instant ask) {
        return new Entry(Phase.QUEUED, attempt, delivery, returns, ask, firstEnd, null);
    }
}
