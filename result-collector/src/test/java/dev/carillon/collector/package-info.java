/** Tests of the collector as a whole. */
@NullMarked
package dev.carillon.collector;

import org.jspecify.annotations.NullMarked;
