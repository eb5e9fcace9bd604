/**
 * What the trigger knows of every schedule: the intake of definitions and commands, and the state that follows from what
 * was committed.
 *
 * <p>The state is a function of two logs: the definitions in {@code schedules} up to a position, and the markers and the
 * watermark in {@code trigger-state} that names this position. A leader applies its own committed slices by the same code
 * with which a standby applies those it reads, so both always hold the same. Records beyond the position wait: they are the
 * leader's next inputs.
 */
@NullMarked
package dev.carillon.trigger.catalogue;

import org.jspecify.annotations.NullMarked;
