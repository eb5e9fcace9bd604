/**
 * Several triggers on logs in memory, with a clock that the test moves: in spite of edits, kills, lost connections and
 * clocks that are set back, every tick is decided once. The check reads the committed slices and the log of
 * definitions, and shares no code with the trigger.
 *
 * <p>To extend it: add a new kind of schedule to {@code Definitions}, with a second implementation of when it fires,
 * and a new thing that can happen to {@code Moves}.
 */
@NullMarked
package dev.carillon.trigger.model;

import org.jspecify.annotations.NullMarked;
