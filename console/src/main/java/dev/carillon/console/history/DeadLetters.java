package dev.carillon.console.history;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What was put aside. */
public interface DeadLetters {
    /** No page has more. */
    int MAX_LIMIT = 500;

    /**
     * The newest first.
     *
     * @throws dev.carillon.console.problem.ConsoleException BAD_CURSOR for a cursor that was never given
     */
    Page<DeadLetterEntry> find(DeadLetterFilter filter, @Nullable String cursor, int limit);

    Optional<DeadLetterEntry> get(int partition, long offset);
}
