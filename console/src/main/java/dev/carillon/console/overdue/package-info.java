/**
 * Reports executions whose next record is overdue. It reads the history alone, so it works while trigger, workers and
 * collector are down, which is when it is needed.
 *
 * <p>Each execution is reported once: the report is an event, the history reads events, and a row with such an event is
 * not reported again. While the history is behind the topics nothing is reported, else every execution would look
 * overdue after a night without a console.
 */
@NullMarked
package dev.carillon.console.overdue;

import org.jspecify.annotations.NullMarked;
