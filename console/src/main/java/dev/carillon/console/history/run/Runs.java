package dev.carillon.console.history.run;

import dev.carillon.console.history.ResultPage;
import dev.carillon.schemas.key.ExecutionKey;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Queries for executions. */
public interface Runs {
    /** Most entries of a page. */
    int MAX_LIMIT = 500;

    /**
     * The newest first, by the append time of their first records.
     *
     * @param cursor {@link ResultPage#next} of the page before; null for the first
     * @throws dev.carillon.console.problem.ConsoleException BAD_CURSOR for one that no page returned
     */
    ResultPage<Run> find(RunFilter filter, @Nullable String cursor, int limit);

    /** The runs that match the filter, grouped by the error of their last failed attempts; the largest groups first. */
    List<ErrorGroup> errors(RunFilter filter, int limit);

    Optional<RunDetail> get(ExecutionKey key);

    /**
     * Log lines of its attempts, in order.
     *
     * @param attempt only lines of this attempt; 0 for all
     * @param from the number of the first line to return, counted from 0 over the selected attempts; a
     *     negative one counts from the end
     */
    LogPage log(ExecutionKey key, int attempt, long from, int limit);

    /** Positions of the records about it, in order of append time; only the first few hundred. */
    List<RecordPlace> records(ExecutionKey key);
}
