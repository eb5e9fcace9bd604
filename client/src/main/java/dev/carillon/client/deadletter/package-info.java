/**
 * Dead letters: records that no role could use and executions that failed finally. A dead letter is named by its
 * position and never changes; a replay or drop adds a mark to {@code audit}, in one transaction with the new task. All
 * replays share one transactional id, taken over before the marks are read: so concurrent or killed replays never
 * replay a dead letter twice.
 */
@NullMarked
package dev.carillon.client.deadletter;

import org.jspecify.annotations.NullMarked;
