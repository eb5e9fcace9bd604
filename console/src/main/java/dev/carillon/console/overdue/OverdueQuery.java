package dev.carillon.console.overdue;

import dev.carillon.console.history.state.OverdueRun;
import java.time.Instant;
import java.util.List;

/** Finds overdue executions in the history. */
public interface OverdueQuery {
    /**
     * Executions whose next record was due from {@code from} until before {@code until} and did not come, and which no
     * OVERDUE event has reported; the longest overdue first.
     */
    List<OverdueRun> unreported(Instant from, Instant until, int limit);

    /** How many executions had their next record due before the instant, reported or not. */
    long count(Instant until);

    /** Whether the history has read all records, so that a missing record was not written. */
    boolean isUpToDate(Instant now);
}
