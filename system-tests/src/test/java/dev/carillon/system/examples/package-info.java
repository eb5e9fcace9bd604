/** Tests Carillon inside other programs, and runs the examples unchanged. */
@NullMarked
package dev.carillon.system.examples;

import org.jspecify.annotations.NullMarked;
