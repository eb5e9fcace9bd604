/** Tests of the package of the same name. */
@NullMarked
package dev.carillon.worker.report;

import org.jspecify.annotations.NullMarked;
