/** Reads the commands in {@code control}: all cancelled keys are known before anything starts. */
@NullMarked
package dev.carillon.worker.control;

import org.jspecify.annotations.NullMarked;
