/** Tests of this room. */
@NullMarked
package dev.carillon.collector.outcome;

import org.jspecify.annotations.NullMarked;
