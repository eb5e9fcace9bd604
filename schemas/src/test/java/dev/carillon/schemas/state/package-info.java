/** Tests of the state package. */
@NullMarked
package dev.carillon.schemas.state;

import org.jspecify.annotations.NullMarked;
