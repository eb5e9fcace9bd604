/** Tests of the package of the same name. */
@NullMarked
package dev.carillon.worker.intake;

import org.jspecify.annotations.NullMarked;
