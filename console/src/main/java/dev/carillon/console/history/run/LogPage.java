package dev.carillon.console.history.run;

import java.util.List;

/**
 * A page of log lines.
 *
 * @param next the number of the line after the last one, at which the next query continues
 * @param ended whether the execution has ended, so that probably no more lines follow
 */
public record LogPage(List<LogLine> lines, long next, boolean ended) {}
