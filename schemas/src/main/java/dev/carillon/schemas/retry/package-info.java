/** Whether and after which delay a failed attempt is retried; pure functions. */
@NullMarked
package dev.carillon.schemas.retry;

import org.jspecify.annotations.NullMarked;
