/** Tests of this room. */
@NullMarked
package dev.carillon.trigger.routing;

import org.jspecify.annotations.NullMarked;
