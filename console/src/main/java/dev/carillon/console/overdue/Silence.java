package dev.carillon.console.overdue;

import dev.carillon.console.history.Overdue;
import java.time.Instant;
import java.util.List;

/** Where the watch looks for silent executions. */
public interface Silence {
    /**
     * Those of which something ought to have been heard from {@code from} until before {@code until} and nothing was, and
     * which nobody has told of; the longest first.
     */
    List<Overdue> untold(Instant from, Instant until, int limit);

    /** How many were due before the instant, told or not. */
    long count(Instant until);

    /** Whether all that the topics hold is known, so that silence means something. */
    boolean isUpToDate(Instant now);
}
