/** Calls with many arguments in a row. */
@NullMarked
package dev.carillon.system.architecture.planted.parts;

import org.jspecify.annotations.NullMarked;
