/** Tests of this package. */
@NullMarked
package dev.carillon.trigger.catalogue;

import org.jspecify.annotations.NullMarked;
