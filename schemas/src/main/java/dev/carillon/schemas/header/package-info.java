/** Record headers: what routing and counting need without parsing the value. */
@NullMarked
package dev.carillon.schemas.header;

import org.jspecify.annotations.NullMarked;
