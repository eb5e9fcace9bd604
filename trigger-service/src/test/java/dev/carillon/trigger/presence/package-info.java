/** Tests of this room. */
@NullMarked
package dev.carillon.trigger.presence;

import org.jspecify.annotations.NullMarked;
