/** Stable error codes, and the one exception that carries them to whoever can mend the input. */
@NullMarked
package dev.carillon.schemas.error;

import org.jspecify.annotations.NullMarked;
