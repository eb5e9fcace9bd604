/** Tests of the retry package. */
@NullMarked
package dev.carillon.schemas.retry;

import org.jspecify.annotations.NullMarked;
