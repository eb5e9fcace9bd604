/** Stable error codes for invalid input, and the exception that carries them. */
@NullMarked
package dev.carillon.schemas.error;

import org.jspecify.annotations.NullMarked;
