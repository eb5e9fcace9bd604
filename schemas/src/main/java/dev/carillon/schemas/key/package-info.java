/** Execution keys, and the home partition that follows from a key. */
@NullMarked
package dev.carillon.schemas.key;

import org.jspecify.annotations.NullMarked;
