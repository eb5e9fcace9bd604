package dev.carillon.console.history.state;

import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.console.history.run.Run;
import java.time.Instant;
import java.util.List;

/** Counts and lists of executions and workers as they are now. */
public interface CurrentState {
    /** How executions ended between the two instants: in total, and in at most {@code slots} equal parts. */
    OutcomeCounts tally(Instant since, Instant until, int slots);

    /** Executions that wait for their next attempt, the next one due first. */
    List<Run> retrying(int limit);

    /** Open executions of which no record came within the time that their state allows, the longest overdue first. */
    List<OverdueRun> overdue(int limit);

    /** The last heartbeat of each worker, silent workers included. */
    List<WorkerEntry> workers();

    /** How many executions are in each open state now. */
    OpenRuns open();

    HistoryFreshness freshness();
}
