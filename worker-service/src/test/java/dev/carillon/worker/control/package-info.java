/** Tests of the package of the same name. */
@NullMarked
package dev.carillon.worker.control;

import org.jspecify.annotations.NullMarked;
