package dev.carillon.console.history;

import java.time.Instant;

/**
 * An execution without a sign of life.
 *
 * @param since when something ought to have been heard
 * @param why one sentence: what was expected
 */
public record Overdue(Run run, Instant since, String why) {}
