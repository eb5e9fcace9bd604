/** Tests of the topology. */
@NullMarked
package dev.carillon.collector.streams;

import org.jspecify.annotations.NullMarked;
