/** Tests of planning: by table, and by a simulated cluster in which everything that can fail does. */
@NullMarked
package dev.carillon.trigger.slice;

import org.jspecify.annotations.NullMarked;
