/** Polls task records and judges, by a pure function, what to do with each. */
@NullMarked
package dev.carillon.worker.intake;

import org.jspecify.annotations.NullMarked;
