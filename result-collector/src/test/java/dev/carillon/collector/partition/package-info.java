/** Tests of this package. */
@NullMarked
package dev.carillon.collector.partition;

import org.jspecify.annotations.NullMarked;
