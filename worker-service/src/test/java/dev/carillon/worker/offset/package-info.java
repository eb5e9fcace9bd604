/** Tests of the package of the same name. */
@NullMarked
package dev.carillon.worker.offset;

import org.jspecify.annotations.NullMarked;
