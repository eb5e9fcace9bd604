/** Backfills: ordered, dispatched in the room that ticks leave, and ended. */
@NullMarked
package dev.carillon.trigger.slice.backfill;

import org.jspecify.annotations.NullMarked;
