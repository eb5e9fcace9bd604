package dev.carillon.console.history;

import java.time.Instant;
import java.util.List;

/** How things stand. */
public interface Board {
    /** How the executions that ended in the time ended, in at most {@code slots} equal slots of it. */
    Tally tally(Instant since, Instant until, int slots);

    /** Executions that wait for their next attempt, the soonest first. */
    List<Run> retrying(int limit);

    /** Executions that were due or queued too long ago without a sign of life, the longest first. */
    List<Overdue> overdue(int limit);

    /** The workers by their last heartbeats, those that fell silent too. */
    List<WorkerEntry> workers();

    /** How many executions are in each open state now. */
    OpenRuns open();

    Freshness freshness();
}
