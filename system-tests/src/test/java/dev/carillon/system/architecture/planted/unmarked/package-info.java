/** A package without {@code @NullMarked}. */
@NullUnmarked
package dev.carillon.system.architecture.planted.unmarked;

import org.jspecify.annotations.NullUnmarked;
