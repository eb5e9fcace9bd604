/** Carillon inside other programs, and the examples that show how, run as they stand. */
@NullMarked
package dev.carillon.system.examples;

import org.jspecify.annotations.NullMarked;
