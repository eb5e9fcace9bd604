package dev.carillon.console.api.execution;

import dev.carillon.console.history.run.LogPage;
import java.time.Instant;
import java.util.List;

/**
 * Lines of an execution's log as JSON.
 *
 * @param next the number of the line after them
 * @param ended whether no more lines will come
 */
record LogAnswer(List<Line> items, long next, boolean ended) {
    /** One line. */
    record Line(long number, int attempt, Instant at, String text) {}

    static LogAnswer of(LogPage page) {
        List<Line> items = page.lines().stream()
                .map(line -> new Line(line.number(), line.attempt(), line.at(), line.text()))
                .toList();
        return new LogAnswer(items, page.next(), page.ended());
    }
}
