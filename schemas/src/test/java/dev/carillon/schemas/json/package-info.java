/** Tests of the json package. */
@NullMarked
package dev.carillon.schemas.json;

import org.jspecify.annotations.NullMarked;
