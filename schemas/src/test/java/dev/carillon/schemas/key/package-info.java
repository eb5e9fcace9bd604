/** Tests of the key rules. */
@NullMarked
package dev.carillon.schemas.key;

import org.jspecify.annotations.NullMarked;
