/** Tests of this package. */
@NullMarked
package dev.carillon.trigger.presence;

import org.jspecify.annotations.NullMarked;
