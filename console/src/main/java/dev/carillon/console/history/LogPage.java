package dev.carillon.console.history;

import java.util.List;

/**
 * Some lines of a log.
 *
 * @param next the number to ask from for what follows, now or whenever there is more
 * @param ended whether the execution has ended, so that nothing may follow
 */
public record LogPage(List<LogLine> lines, long next, boolean ended) {}
