/** Tests of the package of the same name. */
@NullMarked
package dev.carillon.worker.presence;

import org.jspecify.annotations.NullMarked;
