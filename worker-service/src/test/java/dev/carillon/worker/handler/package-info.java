/** Tests of the package of the same name. */
@NullMarked
package dev.carillon.worker.handler;

import org.jspecify.annotations.NullMarked;
