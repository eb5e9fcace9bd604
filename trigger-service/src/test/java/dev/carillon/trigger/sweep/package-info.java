/** Tests of this room. */
@NullMarked
package dev.carillon.trigger.sweep;

import org.jspecify.annotations.NullMarked;
