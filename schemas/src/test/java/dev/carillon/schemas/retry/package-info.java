/** Tests of this room. */
@NullMarked
package dev.carillon.schemas.retry;

import org.jspecify.annotations.NullMarked;
