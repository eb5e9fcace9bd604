/** Tests of this package. */
@NullMarked
package dev.carillon.trigger.leadership;

import org.jspecify.annotations.NullMarked;
