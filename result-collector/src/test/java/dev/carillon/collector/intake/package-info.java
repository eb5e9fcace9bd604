/** Tests of this package. */
@NullMarked
package dev.carillon.collector.intake;

import org.jspecify.annotations.NullMarked;
