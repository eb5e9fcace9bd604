/** Tests of the transaction sweep. */
@NullMarked
package dev.carillon.trigger.sweep;

import org.jspecify.annotations.NullMarked;
