/** Tests of this package. */
@NullMarked
package dev.carillon.collector.outcome;

import org.jspecify.annotations.NullMarked;
