/** Tests of the trigger as a whole. */
@NullMarked
package dev.carillon.trigger;

import org.jspecify.annotations.NullMarked;
