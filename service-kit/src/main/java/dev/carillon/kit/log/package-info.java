/** Logging: readable lines on a terminal, JSON lines elsewhere, and repeated warnings collapsed. */
@NullMarked
package dev.carillon.kit.log;

import org.jspecify.annotations.NullMarked;
