/**
 * Several triggers as they run, on logs in memory and under a clock that the test moves: whatever is edited, killed, cut off or
 * set back, every tick is decided once. The judge reads the committed slices and the log of definitions, and shares no code
 * with what it judges.
 *
 * <p>To widen it: a new kind of schedule is an entry in {@code Definitions}, with its own word on when it fires; a new thing
 * that can happen is an entry in {@code Moves}.
 */
@NullMarked
package dev.carillon.trigger.model;

import org.jspecify.annotations.NullMarked;
