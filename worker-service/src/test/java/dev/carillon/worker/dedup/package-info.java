/** Tests of the room of the same name. */
@NullMarked
package dev.carillon.worker.dedup;

import org.jspecify.annotations.NullMarked;
