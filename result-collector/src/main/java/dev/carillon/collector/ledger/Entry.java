package dev.carillon.collector.ledger;

import dev.carillon.schemas.record.WorkerRef;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of an open execution.
 *
 * @param attempt the attempt that is waiting, queued or running
 * @param delivery how often that attempt was dispatched
 * @param returns how often workers returned it as still far
 * @param due when its timer fires: the release of a waiting one, the question after the deadline of a queued one;
 *     absent while it runs
 * @param firstEnd append time of the first attempt's end, if it has ended
 * @param worker who claimed it, while it runs
 */
public record Entry(
        Phase phase,
        int attempt,
        int delivery,
        int returns,
        @Nullable Instant due,
        @Nullable Instant firstEnd,
        @Nullable WorkerRef worker) {

    /** A timer counts in milliseconds; rounded up, because early is forbidden and late by one is nothing. */
    public Entry {
        if (due != null) {
            Instant whole = due.truncatedTo(ChronoUnit.MILLIS);
            due = whole.equals(due) ? due : whole.plusMillis(1);
        }
    }

    /** How many attempts have been made, the present one not counted. */
    public int attemptsBefore() {
        return attempt - 1;
    }

    public Entry dueAt(Instant newDue) {
        return new Entry(phase, attempt, delivery, returns, newDue, firstEnd, worker);
    }

    /** The entry's attempt is released to the workers; the timer asks at this instant what became of it. */
    Entry queued(Instant ask) {
        return new Entry(Phase.QUEUED, attempt, delivery, returns, ask, firstEnd, null);
    }
}
