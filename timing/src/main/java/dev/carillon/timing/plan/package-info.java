/**
 * The instants that are planned for a schedule: with its calendar, its jitter and the instants that commands skip, and
 * for a schedule with parents those that all of them plan.
 */
@NullMarked
package dev.carillon.timing.plan;

import org.jspecify.annotations.NullMarked;
