/** Tests of this package. */
@NullMarked
package dev.carillon.collector.timer;

import org.jspecify.annotations.NullMarked;
