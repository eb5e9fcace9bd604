/** Tests of the records. */
@NullMarked
package dev.carillon.schemas.record;

import org.jspecify.annotations.NullMarked;
