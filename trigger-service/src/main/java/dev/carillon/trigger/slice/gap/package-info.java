/** Gaps, in which no tick fired: which missed ticks are made up for. */
@NullMarked
package dev.carillon.trigger.slice.gap;

import org.jspecify.annotations.NullMarked;
