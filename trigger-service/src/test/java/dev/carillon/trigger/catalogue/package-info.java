/** Tests of this room. */
@NullMarked
package dev.carillon.trigger.catalogue;

import org.jspecify.annotations.NullMarked;
