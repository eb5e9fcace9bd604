/** Tests of this room. */
@NullMarked
package dev.carillon.collector.timer;

import org.jspecify.annotations.NullMarked;
