/** The console's error codes and the exception that carries one. */
@NullMarked
package dev.carillon.console.problem;

import org.jspecify.annotations.NullMarked;
