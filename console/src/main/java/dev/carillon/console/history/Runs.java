package dev.carillon.console.history;

import dev.carillon.schemas.key.ExecutionKey;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The executions. */
public interface Runs {
    /** No page has more. */
    int MAX_LIMIT = 500;

    /**
     * The newest first, by when they were first heard of.
     *
     * @param cursor {@link Page#next} of the page before; null for the first
     * @throws dev.carillon.console.problem.ConsoleException BAD_CURSOR for one that was never given
     */
    Page<Run> find(RunFilter filter, @Nullable String cursor, int limit);

    /** How many there are of each error among the failed attempts of the runs that the filter lets pass; the most first. */
    List<ErrorGroup> errors(RunFilter filter, int limit);

    Optional<RunDetail> get(ExecutionKey key);

    /**
     * Lines that its attempts wrote, in order.
     *
     * @param attempt of this attempt only; 0 for all
     * @param from the number of the first wanted line, counted from 0 over the lines asked for; a
     *     negative one counts from the end
     */
    LogPage log(ExecutionKey key, int attempt, long from, int limit);

    /** Where the records lie that told of it, in order of their append times; at most some hundreds. */
    List<RecordPlace> records(ExecutionKey key);
}
