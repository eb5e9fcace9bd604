/** A package that does not say that null is the exception. */
@NullUnmarked
package dev.carillon.system.architecture.planted.unmarked;

import org.jspecify.annotations.NullUnmarked;
