/** Strict, bounded JSON: taken apart field by field on the way in, written field by field on the way out. */
@NullMarked
package dev.carillon.schemas.json;

import org.jspecify.annotations.NullMarked;
