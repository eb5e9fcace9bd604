/** Tests of this package. */
@NullMarked
package dev.carillon.trigger.routing;

import org.jspecify.annotations.NullMarked;
