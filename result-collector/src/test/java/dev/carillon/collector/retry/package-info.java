/** Tests of this room. */
@NullMarked
package dev.carillon.collector.retry;

import org.jspecify.annotations.NullMarked;
