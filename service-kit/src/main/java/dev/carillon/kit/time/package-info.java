/** Wall clock, monotonic clock and waiting: the only package that reads them from the system. */
@NullMarked
package dev.carillon.kit.time;

import org.jspecify.annotations.NullMarked;
