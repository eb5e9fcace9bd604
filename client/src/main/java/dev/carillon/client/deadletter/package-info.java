/**
 * Dead letters: records that nobody could use and executions that failed for good. A letter is named by its position
 * and never changes; that it was replayed or dropped is a mark in {@code audit}, written in one transaction with the new
 * execution. There is one transactional id for all who replay, taken over before the marks are read: so whatever dies
 * when, and however many try at once, a letter is replayed once.
 */
@NullMarked
package dev.carillon.client.deadletter;

import org.jspecify.annotations.NullMarked;
