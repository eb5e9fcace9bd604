/** Tests of the package of the same name. */
@NullMarked
package dev.carillon.worker.execution;

import org.jspecify.annotations.NullMarked;
