/**
 * The state of every schedule, as it follows from committed records, and the intake of definitions, commands and
 * outcomes.
 *
 * <p>The state is a function of two logs: the definitions in {@code schedules} up to a position, and the markers and
 * the watermark in {@code trigger-state} that names this position. A leader applies its own committed slices by the
 * same code with which a standby applies those it reads, so both always hold the same. Records beyond the position
 * wait: they are the leader's next inputs.
 */
@NullMarked
package dev.carillon.trigger.catalogue;

import org.jspecify.annotations.NullMarked;
