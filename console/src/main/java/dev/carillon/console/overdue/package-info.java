/**
 * Tells of executions that ought to have shown a sign of life by now. It goes by the history alone, so it works while
 * trigger, workers and collector are down, which is when it is needed.
 *
 * <p>Each is told once: what was told is an event, events are part of the history, and a row that has one is not told
 * again. Nothing is told while the history is behind the topics, or everything would look overdue after a night without
 * a console.
 */
@NullMarked
package dev.carillon.console.overdue;

import org.jspecify.annotations.NullMarked;
