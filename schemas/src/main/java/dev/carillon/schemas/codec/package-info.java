/** Bytes to records and back; bad bytes become a coded error and nothing else. */
@NullMarked
package dev.carillon.schemas.codec;

import org.jspecify.annotations.NullMarked;
