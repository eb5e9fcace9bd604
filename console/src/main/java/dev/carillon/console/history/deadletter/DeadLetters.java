package dev.carillon.console.history.deadletter;

import dev.carillon.console.history.ResultPage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Queries for dead letters. */
public interface DeadLetters {
    /** Most entries of a page. */
    int MAX_LIMIT = 500;

    /**
     * The newest first.
     *
     * @throws dev.carillon.console.problem.ConsoleException BAD_CURSOR for a cursor that no page returned
     */
    ResultPage<DeadLetterEntry> find(DeadLetterFilter filter, @Nullable String cursor, int limit);

    Optional<DeadLetterEntry> get(int partition, long offset);
}
