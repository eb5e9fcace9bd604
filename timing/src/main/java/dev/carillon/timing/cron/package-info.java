/**
 * When a schedule fires: cron expressions, intervals and single instants, as pure functions of time.
 *
 * <p>An expression is a set of local date-times on a line without zones ({@code LocalTicks}), and the zone's clock
 * changes map that line to instants ({@code ZonedTicks}). The mapping is our own rule, because libraries disagree
 * there:
 *
 * <ul>
 *   <li>Fixed times (hours and minutes are both named): a local time that a change skips fires at the first instant
 *       after the change, or not at all ({@code gap}); one that a change repeats fires the first time, the last, or
 *       both times ({@code fold}).
 *   <li>A wildcard in hours or minutes ({@code *}, or a step without an end such as {@code *}{@code /5} or {@code 0/5})
 *       means elapsed time: an instant fires when the wall clock shows a matching time at that instant, so nothing
 *       fires in a skipped hour and everything fires again in a repeated one.
 *   <li>What is planned is a set of instants: two local times that fall on one instant are one tick.
 * </ul>
 */
@NullMarked
package dev.carillon.timing.cron;

import org.jspecify.annotations.NullMarked;
