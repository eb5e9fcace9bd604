package dev.carillon.console.history.state;

import dev.carillon.console.history.run.Run;
import java.time.Instant;

/**
 * An execution of which no record came when one was due.
 *
 * @param since when the next record was due
 * @param why which step did not happen, in one clause
 */
public record OverdueRun(Run run, Instant since, String why) {}
