/**
 * Durable timers: rows of the store, sorted by due time, so that the next one is always the first row.
 *
 * <p>An LSM tree hides deleted rows and does not drop them, and a scan from the start would step over all that have
 * ever fired. So the first due time is remembered and every scan starts there.
 */
@NullMarked
package dev.carillon.collector.timer;

import org.jspecify.annotations.NullMarked;
