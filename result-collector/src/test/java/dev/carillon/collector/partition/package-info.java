/** Tests of this room. */
@NullMarked
package dev.carillon.collector.partition;

import org.jspecify.annotations.NullMarked;
