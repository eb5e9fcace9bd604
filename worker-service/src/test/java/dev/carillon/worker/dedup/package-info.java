/** Tests of the package of the same name. */
@NullMarked
package dev.carillon.worker.dedup;

import org.jspecify.annotations.NullMarked;
