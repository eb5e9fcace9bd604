/** Remembers which attempts this worker has seen, so that a second record of the same attempt is not run. */
@NullMarked
package dev.carillon.worker.dedup;

import org.jspecify.annotations.NullMarked;
